-- Lists of tables: one's own by owner or seat, and those anybody may join. Tables that are not listed to
-- everybody need no place in that index, and every entry of theirs is spared its upkeep.
DROP INDEX tables_by_status;
CREATE INDEX tables_by_owner ON tables (owner_id);
CREATE INDEX tables_listed ON tables (updated) WHERE visibility = 'open' AND local = 0;
