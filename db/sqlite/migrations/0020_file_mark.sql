-- Says `bare` in the database file and `whole` in the write-ahead log beside it, while commits may be in the log alone: so a
-- copy of the file that was made without its log is found out.
CREATE TABLE file_mark (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  mark TEXT NOT NULL CHECK (mark IN ('whole', 'bare'))
) STRICT;
INSERT INTO file_mark (id, mark) VALUES (1, 'whole');
