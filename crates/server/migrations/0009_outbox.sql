-- Secrets of the server itself, made at its first start: the key with which it is known to push services.
CREATE TABLE server_keys (
    name  TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
);

-- When somebody wants to be told, and what about, as JSON.
CREATE TABLE preferences (
    user_id TEXT NOT NULL PRIMARY KEY REFERENCES users (id),
    body    TEXT NOT NULL
);

-- Where somebody is told, or everybody at a table of theirs.
CREATE TABLE destinations (
    id        TEXT   NOT NULL PRIMARY KEY,
    user_id   TEXT   NOT NULL REFERENCES users (id),
    table_id  TEXT   REFERENCES tables (id),
    -- The address as JSON.
    address   TEXT   NOT NULL,
    -- 1: once a day what has come together.
    digest    BIGINT NOT NULL,
    -- 1: known to be theirs; until then the hash of the key in the link that makes it so.
    confirmed BIGINT NOT NULL,
    key_hash  TEXT,
    -- With what requests are signed.
    secret    TEXT,
    -- Why the last attempt failed.
    problem   TEXT,
    created   BIGINT NOT NULL
);
CREATE INDEX destinations_by_user ON destinations (user_id);
CREATE INDEX destinations_by_table ON destinations (table_id);

-- When somebody last looked at a table.
CREATE TABLE seen (
    user_id  TEXT   NOT NULL REFERENCES users (id),
    table_id TEXT   NOT NULL REFERENCES tables (id),
    at       BIGINT NOT NULL,
    PRIMARY KEY (user_id, table_id)
);

-- What is to be told, written together with what it tells of. The id says what and to whom, so that nothing is there twice.
CREATE TABLE outbox (
    id       TEXT   NOT NULL PRIMARY KEY,
    -- To whom; none for all at the table.
    user_id  TEXT,
    table_id TEXT   NOT NULL REFERENCES tables (id),
    kind     TEXT   NOT NULL,
    -- The record, line of chat or the like of which it tells.
    number   BIGINT NOT NULL,
    seat     BIGINT NOT NULL,
    detail   TEXT   NOT NULL,
    at       BIGINT NOT NULL,
    -- When it is to be looked at, and until when a server has it in hand.
    due      BIGINT NOT NULL,
    lease    BIGINT NOT NULL DEFAULT 0,
    done     BIGINT
);
CREATE INDEX outbox_due ON outbox (due) WHERE done IS NULL;
CREATE INDEX outbox_by_table ON outbox (table_id, user_id);

-- What goes where: made of the outbox when the time has come, or for an address alone (a link to confirm it, a new password).
CREATE TABLE deliveries (
    id             TEXT   NOT NULL PRIMARY KEY,
    destination_id TEXT   NOT NULL REFERENCES destinations (id),
    outbox_id      TEXT,
    -- 'single', 'digest', 'confirm', 'password' or 'test'.
    what           TEXT   NOT NULL,
    due            BIGINT NOT NULL,
    attempts       BIGINT NOT NULL DEFAULT 0,
    lease          BIGINT NOT NULL DEFAULT 0,
    done           BIGINT
);
CREATE INDEX deliveries_due ON deliveries (due) WHERE done IS NULL;
CREATE INDEX deliveries_by_destination ON deliveries (destination_id);

-- Who is invited to a table by name.
CREATE TABLE invitations (
    table_id TEXT NOT NULL REFERENCES tables (id),
    user_id  TEXT NOT NULL REFERENCES users (id),
    PRIMARY KEY (table_id, user_id)
);
