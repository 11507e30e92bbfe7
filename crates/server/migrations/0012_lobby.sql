-- How games ended, over a network and from their beginning: written with the last entry, removed if that is taken back.
CREATE TABLE results (
    table_id TEXT   NOT NULL REFERENCES tables (id),
    seat     BIGINT NOT NULL,
    user_id  TEXT   NOT NULL REFERENCES users (id),
    title    TEXT   NOT NULL,
    place    BIGINT NOT NULL,
    players  BIGINT NOT NULL,
    worth    BIGINT NOT NULL,
    at       BIGINT NOT NULL,
    PRIMARY KEY (table_id, seat)
);
CREATE INDEX results_by_title ON results (title, at);
CREATE INDEX results_by_user ON results (user_id, at);

-- Tables that somebody wants to find again.
CREATE TABLE favourites (
    user_id  TEXT NOT NULL REFERENCES users (id),
    table_id TEXT NOT NULL REFERENCES tables (id),
    PRIMARY KEY (user_id, table_id)
);
CREATE INDEX favourites_by_table ON favourites (table_id);

-- Of which table this is the next game with the same people.
ALTER TABLE tables ADD COLUMN rematch_of TEXT;
CREATE INDEX tables_by_rematch ON tables (rematch_of) WHERE rematch_of IS NOT NULL;

-- 1: said by somebody who only watches.
ALTER TABLE chat ADD COLUMN watching BIGINT NOT NULL DEFAULT 0;
