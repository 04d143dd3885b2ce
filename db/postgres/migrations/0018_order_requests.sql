-- Orders with a request that waits for the merchant, oldest request first.
ALTER TABLE "order" ADD COLUMN requested_at bigint;
CREATE INDEX order_requested ON "order" (shop_id, requested_at, key) WHERE requested_at IS NOT NULL;
