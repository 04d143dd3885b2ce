-- Automatic discounts, uses per discount and buyer, and what retention needs to find.

ALTER TABLE discount ADD COLUMN automatic INTEGER NOT NULL DEFAULT 0 CHECK (automatic IN (0, 1));
UPDATE discount SET body = json_set(body, '$.automatic', json('false'), '$.once_per_buyer', json('false'));
CREATE INDEX discount_automatic ON discount (shop_id) WHERE automatic = 1;

-- Uses made are counted, no longer those left, so that a changed limit counts them. A code that is deleted and made
-- again is another discount, so its uses are counted by its age too.
UPDATE counter SET
  value = (SELECT max(0, json_extract(body, '$.max_uses') - value) FROM discount WHERE discount.key = counter.key),
  key = key || '/' || (SELECT created_at FROM discount WHERE discount.key = counter.key)
WHERE name = 'discount_use'
  AND key IN (SELECT key FROM discount WHERE json_extract(body, '$.max_uses') IS NOT NULL);
DELETE FROM counter WHERE name = 'discount_use' AND key IN (SELECT key FROM discount);

-- When a canceled checkout ended that still has its content; null for all others.
ALTER TABLE checkout ADD COLUMN ended_at INTEGER;
UPDATE checkout
SET ended_at = CASE WHEN json_extract(body, '$.expired') THEN expires_at ELSE json_extract(body, '$.updated_at') END
WHERE state = 'canceled';
CREATE INDEX checkout_erasable ON checkout (ended_at, key) WHERE ended_at IS NOT NULL;

CREATE INDEX idempotency_by_age ON idempotency (created_at, key);
