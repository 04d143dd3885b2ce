-- The terms that a completed checkout was priced by are mostly copies of the shop's settings and of items: each is kept once
-- for a shop, by the SHA-256 of its JSON in base64url, and checkouts name it.
CREATE TABLE shared_part (
  shop_id TEXT NOT NULL REFERENCES shop (key),
  hash TEXT NOT NULL,
  body TEXT NOT NULL CHECK (json_valid(body)),
  PRIMARY KEY (shop_id, hash)
) STRICT;
INSERT INTO shared_part (shop_id, hash, body)
SELECT checkout.shop_id, part.value ->> '$.hash', part.value ->> '$.body'
FROM checkout, json_each(shared_parts(checkout.body)) AS part
WHERE checkout.state = 'completed'
ON CONFLICT DO NOTHING;
UPDATE checkout SET body = checkout_without_parts(body) WHERE state = 'completed';
