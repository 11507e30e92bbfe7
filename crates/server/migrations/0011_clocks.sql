-- The clocks of a table where time is limited: on what terms they run and how they stood at a moment, as JSON (no state
-- before the start), and when they have to be looked at next.
CREATE TABLE clocks (
    table_id TEXT   NOT NULL PRIMARY KEY REFERENCES tables (id),
    terms    TEXT   NOT NULL,
    state    TEXT,
    due      BIGINT
);
CREATE INDEX clocks_due ON clocks (due) WHERE due IS NOT NULL;

-- For whom a program plays a seat, and whether the others have to agree when they come back.
ALTER TABLE seats ADD COLUMN absent_id TEXT REFERENCES users (id);
ALTER TABLE seats ADD COLUMN back_by_consent BIGINT NOT NULL DEFAULT 0;
-- To whom a seat is offered: the others have agreed.
ALTER TABLE seats ADD COLUMN offered_id TEXT REFERENCES users (id);
CREATE INDEX seats_by_absent ON seats (absent_id) WHERE absent_id IS NOT NULL;
CREATE INDEX seats_by_offered ON seats (offered_id) WHERE offered_id IS NOT NULL;

-- What is asked for, as JSON, where kind and record do not say it all.
ALTER TABLE requests ADD COLUMN detail TEXT;
-- 0: whoever was asked does not agree. It ends what all have to agree to, and counts where most of them are enough.
ALTER TABLE consents ADD COLUMN agrees BIGINT NOT NULL DEFAULT 1;
