-- Orders are listed over a whole shop, found by words, and numbered by their changes.

ALTER TABLE "order" ADD COLUMN changed INTEGER NOT NULL DEFAULT 0;
UPDATE "order" SET changed = numbered.place
FROM (
  SELECT key, row_number() OVER (PARTITION BY shop_id ORDER BY json_extract(body, '$.updated_at'), key) AS place
  FROM "order"
) AS numbered
WHERE numbered.key = "order".key;
CREATE UNIQUE INDEX order_by_change ON "order" (shop_id, changed);
CREATE INDEX order_by_shop ON "order" (shop_id, created_at, key);
CREATE INDEX order_by_shop_status ON "order" (shop_id, status, created_at, key);
CREATE INDEX order_by_shop_payment ON "order" (shop_id, payment_status, created_at, key);

-- What an order is found by; the words follow each write of it.
CREATE TABLE order_term (
  shop_id TEXT NOT NULL,
  term TEXT NOT NULL,
  order_key TEXT NOT NULL REFERENCES "order" (key),
  PRIMARY KEY (shop_id, term, order_key)
) STRICT, WITHOUT ROWID;
CREATE INDEX order_term_by_order ON order_term (order_key, term);
INSERT INTO order_term (shop_id, term, order_key)
SELECT "order".shop_id, word.value, "order".key FROM "order", json_each(order_terms("order".body)) AS word;
