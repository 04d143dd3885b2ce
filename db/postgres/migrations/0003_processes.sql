-- The portals on the database, by which each finds out who else is there, and whether they have the same files.
CREATE TABLE process (
  id text COLLATE "C" PRIMARY KEY,
  machine text COLLATE "C" NOT NULL,
  host text COLLATE "C" NOT NULL,
  -- Marks in the picture folder and in the file of signed heads; null if absent.
  media text COLLATE "C",
  signed text COLLATE "C",
  started_at bigint NOT NULL,
  seen_at bigint NOT NULL
);
