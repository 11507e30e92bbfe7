-- How much somebody has used on a day (days since 1970): what has a limit is counted here.
CREATE TABLE usage (
    user_id TEXT   NOT NULL REFERENCES users (id),
    what    TEXT   NOT NULL,
    day     BIGINT NOT NULL,
    used    BIGINT NOT NULL,
    PRIMARY KEY (user_id, what, day)
);

-- Written now and then to see whether anything can be written.
CREATE TABLE health (
    id BIGINT NOT NULL PRIMARY KEY,
    at BIGINT NOT NULL
);
INSERT INTO health (id, at) VALUES (1, 0);
