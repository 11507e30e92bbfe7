-- The version of the rules by which a record was made; 0 for those from before it was noted.
ALTER TABLE entries ADD COLUMN rules BIGINT NOT NULL DEFAULT 0;

-- The last record up to which all players have agreed to what changed rules have made of the game.
ALTER TABLE tables ADD COLUMN rules_accepted BIGINT NOT NULL DEFAULT 0;
