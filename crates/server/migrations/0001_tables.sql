-- One dialect for SQLite and PostgreSQL: TEXT, BIGINT, no generated keys. Times are milliseconds since 1970.

CREATE TABLE users (
    id       TEXT   NOT NULL PRIMARY KEY,
    -- 'guest' for a browser without an account, 'person' for somebody who signed up.
    kind     TEXT   NOT NULL,
    name     TEXT   NOT NULL,
    -- The name in lower case; unique among people. A deleted account and a guest have their id here.
    name_key TEXT   NOT NULL UNIQUE,
    password TEXT,
    created  BIGINT NOT NULL,
    deleted  BIGINT
);

-- Only hashes of session keys and access tokens are stored.
CREATE TABLE sessions (
    key_hash TEXT   NOT NULL PRIMARY KEY,
    user_id  TEXT   NOT NULL REFERENCES users (id),
    created  BIGINT NOT NULL,
    expires  BIGINT NOT NULL
);
CREATE INDEX sessions_by_user ON sessions (user_id);

CREATE TABLE access_tokens (
    id       TEXT   NOT NULL PRIMARY KEY,
    key_hash TEXT   NOT NULL UNIQUE,
    user_id  TEXT   NOT NULL REFERENCES users (id),
    label    TEXT   NOT NULL,
    created  BIGINT NOT NULL
);
CREATE INDEX access_tokens_by_user ON access_tokens (user_id);

CREATE TABLE tables (
    id          TEXT   NOT NULL PRIMARY KEY,
    name        TEXT   NOT NULL,
    -- title, edition, options and players, as JSON.
    setup       TEXT   NOT NULL,
    owner_id    TEXT   NOT NULL REFERENCES users (id),
    -- 1: all seats belong to the owner's browser until a link is used.
    local       BIGINT NOT NULL,
    undo        TEXT   NOT NULL,
    visibility  TEXT   NOT NULL,
    -- 'open' before the start, then 'running', then 'over'.
    status      TEXT   NOT NULL,
    invite_hash TEXT   NOT NULL,
    created     BIGINT NOT NULL,
    updated     BIGINT NOT NULL
);
CREATE INDEX tables_by_status ON tables (status, visibility, updated);

CREATE TABLE seats (
    table_id  TEXT   NOT NULL REFERENCES tables (id),
    seat      BIGINT NOT NULL,
    user_id   TEXT   REFERENCES users (id),
    link_hash TEXT   NOT NULL,
    PRIMARY KEY (table_id, seat)
);
CREATE INDEX seats_by_user ON seats (user_id);

-- The log. Nothing is ever changed or removed here: an undo is a record of its own.
CREATE TABLE entries (
    table_id TEXT   NOT NULL REFERENCES tables (id),
    number   BIGINT NOT NULL,
    -- 'entry' or 'undo'.
    kind     TEXT   NOT NULL,
    -- The seat, or -1 for chance.
    author   BIGINT NOT NULL,
    -- The action as JSON, or for an undo the number of the record to return to.
    body     TEXT   NOT NULL,
    -- The stable hash of the state after it.
    hash     TEXT   NOT NULL,
    -- 1: made in a sealed turn.
    sealed   BIGINT NOT NULL,
    at       BIGINT NOT NULL,
    user_id  TEXT,
    -- What makes a retry safe: unique per table.
    retry    TEXT   NOT NULL,
    PRIMARY KEY (table_id, number),
    UNIQUE (table_id, retry)
);

CREATE TABLE undo_requests (
    table_id TEXT   NOT NULL PRIMARY KEY REFERENCES tables (id),
    -- The record to return to, and the last record when it was asked.
    back_to  BIGINT NOT NULL,
    number   BIGINT NOT NULL,
    seat     BIGINT NOT NULL,
    -- Seats that agreed, as a JSON list.
    agreed   TEXT   NOT NULL
);

CREATE TABLE chat (
    table_id TEXT   NOT NULL REFERENCES tables (id),
    number   BIGINT NOT NULL,
    user_id  TEXT   NOT NULL,
    author   TEXT   NOT NULL,
    body     TEXT   NOT NULL,
    at       BIGINT NOT NULL,
    PRIMARY KEY (table_id, number)
);

CREATE TABLE notes (
    table_id TEXT   NOT NULL REFERENCES tables (id),
    user_id  TEXT   NOT NULL,
    body     TEXT   NOT NULL,
    at       BIGINT NOT NULL,
    PRIMARY KEY (table_id, user_id)
);
