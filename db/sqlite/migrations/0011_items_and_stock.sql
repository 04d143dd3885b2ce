-- Every change of an item's stock is a line of a ledger, which adds up to the units that are left; and an item may be sold
-- before it is there, so its stock may be negative.

CREATE TABLE counter_next (
  name TEXT NOT NULL,
  key TEXT NOT NULL,
  value INTEGER NOT NULL CHECK (value >= 0 OR name = 'stock'),
  PRIMARY KEY (name, key)
) STRICT, WITHOUT ROWID;
INSERT INTO counter_next SELECT name, key, value FROM counter;
DROP TABLE counter;
ALTER TABLE counter_next RENAME TO counter;

CREATE TABLE stock_movement (
  key TEXT NOT NULL,
  seq INTEGER NOT NULL CHECK (seq > 0),
  "by" INTEGER NOT NULL,
  kind TEXT NOT NULL,
  reason TEXT,
  checkout_id TEXT,
  order_id TEXT,
  actor TEXT NOT NULL,
  at INTEGER NOT NULL,
  stock_after INTEGER,
  PRIMARY KEY (key, seq)
) STRICT, WITHOUT ROWID;

-- What is counted already begins with what is left of it now.
INSERT INTO stock_movement (key, seq, "by", kind, actor, at, stock_after)
SELECT key, 1, value, 'opening', 'portal', CAST(unixepoch('subsec') * 1000 AS INTEGER), value FROM counter WHERE name = 'stock';

-- Items get what they are sold by: variants of products, trade numbers, pictures.
UPDATE item SET body = json_set(body,
  '$.product_id', NULL, '$.options', json('[]'), '$.gtin', NULL, '$.mpn', NULL, '$.backorder', NULL,
  '$.images', json(CASE WHEN json_extract(body, '$.image_url') IS NULL THEN '[]'
    ELSE json_array(json_object('url', json_extract(body, '$.image_url'), 'alt', NULL)) END));
UPDATE checkout SET body = checkout_with_item_members(body) WHERE json_extract(body, '$.frozen') IS NOT NULL;
ALTER TABLE item ADD COLUMN product_id TEXT;
ALTER TABLE item ADD COLUMN options TEXT NOT NULL DEFAULT '[]';
CREATE INDEX item_variant ON item (shop_id, product_id, seq, key, price, options)
  WHERE status = 'active' AND product_id IS NOT NULL;

-- A search answers one item of each product; the product stands before the long columns, so that it is read without them.
CREATE TABLE item_search_next (
  seq INTEGER PRIMARY KEY REFERENCES item (seq),
  shop_id TEXT NOT NULL,
  id TEXT NOT NULL,
  price INTEGER NOT NULL,
  product_id TEXT,
  form TEXT NOT NULL,
  facts TEXT NOT NULL,
  words TEXT NOT NULL CHECK (json_valid(words))
) STRICT;
INSERT INTO item_search_next (seq, shop_id, id, price, form, facts, words)
SELECT seq, shop_id, id, price, form, facts, words FROM item_search;
DROP TABLE item_search;
ALTER TABLE item_search_next RENAME TO item_search;
CREATE INDEX item_search_by_form ON item_search (shop_id, form);
