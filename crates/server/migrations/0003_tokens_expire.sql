-- An access token may end by itself; without a moment it ends when it is taken back.
ALTER TABLE access_tokens ADD COLUMN expires BIGINT;
