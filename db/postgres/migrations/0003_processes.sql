-- The portals on the database, by which each finds out who else is there, and whether they have the same files.
CREATE TABLE process (
  id text COLLATE "C" PRIMARY KEY,
  machine text COLLATE "C" NOT NULL,
  host text COLLATE "C" NOT NULL,
  -- Marks in the folder of pictures and in the file of what was signed; null = it has none.
  media text COLLATE "C",
  signed text COLLATE "C",
  started_at bigint NOT NULL,
  seen_at bigint NOT NULL
);
