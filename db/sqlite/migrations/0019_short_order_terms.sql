-- What an order is found by, with numbers in the place of the long ids of shops and orders. Which words an order has stands in
-- its own row, each on a line; so they need no second index. A shop gets its number with its first order.

ALTER TABLE shop ADD COLUMN seq INTEGER;
UPDATE shop SET seq = numbered.seq FROM (SELECT key, row_number() OVER (ORDER BY created_at, key) AS seq FROM shop) AS numbered
WHERE numbered.key = shop.key;
CREATE UNIQUE INDEX shop_by_seq ON shop (seq);

ALTER TABLE "order" ADD COLUMN seq INTEGER;
ALTER TABLE "order" ADD COLUMN terms TEXT NOT NULL DEFAULT '';
UPDATE "order" SET seq = rowid, terms = coalesce(
  (SELECT char(10) || group_concat(term, char(10)) || char(10) FROM order_term WHERE order_key = "order".key), ''
);
CREATE UNIQUE INDEX order_by_seq ON "order" (seq);

CREATE TABLE order_term_next (
  shop_seq INTEGER NOT NULL,
  term TEXT NOT NULL,
  order_seq INTEGER NOT NULL,
  PRIMARY KEY (shop_seq, term, order_seq)
) STRICT, WITHOUT ROWID;
INSERT INTO order_term_next (shop_seq, term, order_seq)
SELECT shop.seq, order_term.term, "order".seq
FROM order_term
JOIN shop ON shop.key = order_term.shop_id
JOIN "order" ON "order".key = order_term.order_key
ORDER BY 1, 2, 3;
DROP TABLE order_term;
ALTER TABLE order_term_next RENAME TO order_term;
