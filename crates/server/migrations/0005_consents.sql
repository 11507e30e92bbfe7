-- What needs the consent of all other players: one request at a time for each table, and who agreed to it. A consent names
-- its request, so that none is counted for another one.
CREATE TABLE requests (
    table_id TEXT   NOT NULL PRIMARY KEY REFERENCES tables (id),
    id       TEXT   NOT NULL,
    -- 'undo' or 'close'.
    kind     TEXT   NOT NULL,
    -- For an undo the record to return to; and the last record when it was asked.
    back_to  BIGINT NOT NULL,
    number   BIGINT NOT NULL,
    seat     BIGINT NOT NULL,
    at       BIGINT NOT NULL
);

CREATE TABLE consents (
    table_id   TEXT   NOT NULL REFERENCES tables (id),
    request_id TEXT   NOT NULL,
    seat       BIGINT NOT NULL,
    PRIMARY KEY (table_id, request_id, seat)
);

INSERT INTO requests (table_id, id, kind, back_to, number, seat, at)
    SELECT table_id, table_id, 'undo', back_to, number, seat, 0 FROM undo_requests;
DROP TABLE undo_requests;

-- When a game was ended without a result, by consent of all or by who runs the server.
ALTER TABLE tables ADD COLUMN closed BIGINT;
