-- One row while this database is copied to another one or from another one, and afterwards. `closed`: it takes no writes.
CREATE TABLE data_move (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  move TEXT NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('from', 'to')),
  state TEXT NOT NULL CHECK (state IN ('copying', 'closed', 'done')),
  other TEXT NOT NULL,
  closed INTEGER NOT NULL CHECK (closed IN (0, 1))
) STRICT;
