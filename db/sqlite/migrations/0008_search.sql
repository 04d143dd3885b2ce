-- Items get a brand, categories and keywords; and the search works on terms that the program makes.

DROP TRIGGER item_text_insert;
DROP TRIGGER item_text_update;
DROP TRIGGER item_text_delete;
DROP TABLE item_text;
ALTER TABLE item DROP COLUMN title;
ALTER TABLE item DROP COLUMN description;
UPDATE item SET body = json_set(body, '$.brand', NULL, '$.categories', json('[]'), '$.keywords', json('[]'));

-- What items on sale are found by. A token begins with its shop's id, so that a search never reads another shop's entries.
CREATE VIRTUAL TABLE item_token USING fts5 (
  tokens,
  content = '', contentless_delete = 1, detail = none,
  tokenize = "ascii tokenchars '-_.:=@'"
);

-- What items on sale are ranked by; `form` says how the terms were made, and is empty when they were not yet.
CREATE TABLE item_search (
  seq INTEGER PRIMARY KEY REFERENCES item (seq),
  shop_id TEXT NOT NULL,
  id TEXT NOT NULL,
  price INTEGER NOT NULL,
  form TEXT NOT NULL,
  facts TEXT NOT NULL,
  words TEXT NOT NULL CHECK (json_valid(words))
) STRICT;
CREATE INDEX item_search_by_form ON item_search (shop_id, form);
INSERT INTO item_search (seq, shop_id, id, price, form, facts, words)
SELECT seq, shop_id, json_extract(body, '$.id'), json_extract(body, '$.price'), '', '', '[]' FROM item WHERE status = 'active';

-- The words of a shop's items on sale. `backwards` finds them by their end; it is absent where a word has a digit.
CREATE TABLE vocabulary (
  shop_id TEXT NOT NULL,
  word TEXT NOT NULL,
  term TEXT NOT NULL,
  backwards TEXT,
  items INTEGER NOT NULL CHECK (items >= 0),
  PRIMARY KEY (shop_id, word, term)
) STRICT, WITHOUT ROWID;
CREATE INDEX vocabulary_by_term ON vocabulary (shop_id, term);
CREATE INDEX vocabulary_by_start ON vocabulary (shop_id, word, term) WHERE backwards IS NOT NULL;
CREATE INDEX vocabulary_by_end ON vocabulary (shop_id, backwards, term) WHERE backwards IS NOT NULL;

-- A price is compared without reading the items.
DROP INDEX item_on_sale;
ALTER TABLE item ADD COLUMN price INTEGER NOT NULL DEFAULT 0;
UPDATE item SET price = json_extract(body, '$.price');
CREATE INDEX item_on_sale ON item (shop_id, created_at, key, price) WHERE status = 'active';
