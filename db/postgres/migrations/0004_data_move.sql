-- One row while this database is copied to another one or from another one, and afterwards. `closed`: it takes no writes.
CREATE TABLE data_move (
  id bigint PRIMARY KEY CHECK (id = 1),
  move text COLLATE "C" NOT NULL,
  role text COLLATE "C" NOT NULL CHECK (role IN ('from', 'to')),
  state text COLLATE "C" NOT NULL CHECK (state IN ('copying', 'closed', 'done')),
  other text COLLATE "C" NOT NULL,
  closed bigint NOT NULL CHECK (closed IN (0, 1))
);
