-- When carts that expired with lines in them were last changed: the abandoned carts of a shop, latest first.
ALTER TABLE checkout ADD COLUMN abandoned_at INTEGER;
UPDATE checkout SET abandoned_at = json_extract(body, '$.updated_at')
  WHERE ended_at IS NOT NULL AND json_extract(body, '$.expired') AND json_extract(body, '$.draft') IS NULL
    AND json_array_length(body, '$.lines') > 0;
CREATE INDEX checkout_abandoned ON checkout (shop_id, abandoned_at, key) WHERE abandoned_at IS NOT NULL;
