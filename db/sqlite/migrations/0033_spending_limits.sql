-- Payments that count toward the limits of an API key. The columns are null for all others.
ALTER TABLE payment ADD COLUMN spender_id TEXT;
ALTER TABLE payment ADD COLUMN spent_at INTEGER;
ALTER TABLE payment ADD COLUMN spent INTEGER;
CREATE INDEX payment_spender ON payment (spender_id, spent_at, spent) WHERE spender_id IS NOT NULL;
