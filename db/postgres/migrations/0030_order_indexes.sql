-- A filter by one status reads each value of the other in the index by both, so that each order is in fewer indexes.
CREATE INDEX order_by_shop_both ON "order" (shop_id, status, payment_status, created_at, key);
DROP INDEX order_by_deployment_status;
DROP INDEX order_by_deployment_payment;
DROP INDEX order_by_buyer_status;
DROP INDEX order_by_buyer_payment;
DROP INDEX order_by_shop_status;
DROP INDEX order_by_shop_payment;
