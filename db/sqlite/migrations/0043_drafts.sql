-- Open drafts of a shop's staff, oldest first.
ALTER TABLE checkout ADD COLUMN drafted_at INTEGER;
CREATE INDEX checkout_draft ON checkout (shop_id, drafted_at, key) WHERE drafted_at IS NOT NULL;
