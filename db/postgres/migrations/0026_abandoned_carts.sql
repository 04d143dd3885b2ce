-- When carts that expired with lines in them were last changed: the abandoned carts of a shop, latest first.
ALTER TABLE checkout ADD COLUMN abandoned_at bigint;
UPDATE checkout SET abandoned_at = (body::jsonb ->> 'updated_at')::bigint
  WHERE ended_at IS NOT NULL AND body::jsonb @> '{"expired": true}' AND NOT body::jsonb ? 'draft'
    AND jsonb_array_length(body::jsonb -> 'lines') > 0;
CREATE INDEX checkout_abandoned ON checkout (shop_id, abandoned_at, key) WHERE abandoned_at IS NOT NULL;
