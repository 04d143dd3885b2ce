-- The last order whose search terms are in `order_term`. Later orders, at most a few dozen, are found by the terms in their
-- rows, until the terms of all of them are indexed together: an entry alone costs the commit a page.
CREATE TABLE indexed_order (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  seq INTEGER NOT NULL
) STRICT;
INSERT INTO indexed_order (id, seq) SELECT 1, coalesce(max(seq), 0) FROM "order";
