-- Since when somebody is kept out by who runs the server.
ALTER TABLE users ADD COLUMN blocked BIGINT;

-- Links by which somebody chooses a new password, once; only hashes of their keys are stored.
CREATE TABLE password_links (
    key_hash TEXT   NOT NULL PRIMARY KEY,
    user_id  TEXT   NOT NULL REFERENCES users (id),
    expires  BIGINT NOT NULL
);

-- Sign-ins, and what was done by who runs the server.
CREATE TABLE audit (
    id      TEXT   NOT NULL PRIMARY KEY,
    at      BIGINT NOT NULL,
    what    TEXT   NOT NULL,
    user_id TEXT,
    detail  TEXT   NOT NULL
);
CREATE INDEX audit_by_time ON audit (at);

-- What was changed beside the server of a SQLite file, which looks here every second and removes what it has read.
CREATE TABLE changes (
    id     TEXT NOT NULL PRIMARY KEY,
    notice TEXT NOT NULL
);
