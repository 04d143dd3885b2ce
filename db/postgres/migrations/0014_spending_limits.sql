-- Payments that count toward the limits of an API key. The columns are null for all others.
ALTER TABLE payment ADD COLUMN spender_id text COLLATE "C";
ALTER TABLE payment ADD COLUMN spent_at bigint;
ALTER TABLE payment ADD COLUMN spent bigint;
CREATE INDEX payment_spender ON payment (spender_id, spent_at, spent) WHERE spender_id IS NOT NULL;
