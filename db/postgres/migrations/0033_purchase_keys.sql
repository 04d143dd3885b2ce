-- A keyed hash of the idempotency key with which `buy` was called. A repeat finds the checkout by it. It was the id, so that
-- the checkout, its order and their audit events changed random pages of three indexes; now only this one is random.
ALTER TABLE checkout ADD COLUMN purchase_key text COLLATE "C";
CREATE UNIQUE INDEX checkout_purchase ON checkout (purchase_key) WHERE purchase_key IS NOT NULL;
