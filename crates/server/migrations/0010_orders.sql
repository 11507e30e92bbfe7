-- Standing orders: what a player wants done when their turn comes. Nobody but who gave them ever sees them.
CREATE TABLE orders (
    id       TEXT   NOT NULL PRIMARY KEY,
    table_id TEXT   NOT NULL REFERENCES tables (id),
    seat     BIGINT NOT NULL,
    user_id  TEXT   NOT NULL REFERENCES users (id),
    -- The order, and the table on which it was given, as JSON.
    body     TEXT   NOT NULL,
    -- Whether it stands, as JSON, and 1 as long as it does.
    state    TEXT   NOT NULL,
    active   BIGINT NOT NULL,
    -- The numbers of the records it has made, as a JSON list.
    did      TEXT   NOT NULL,
    created  BIGINT NOT NULL
);
CREATE INDEX orders_by_table ON orders (table_id, active);
