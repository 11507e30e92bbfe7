-- How a table stands after its last record (number, turn, since when, which sealed decisions are in), as JSON: what lists
-- show without folding the log. Written together with the records. Without it the log is folded once, when it is next read.
ALTER TABLE tables ADD COLUMN standing TEXT;
