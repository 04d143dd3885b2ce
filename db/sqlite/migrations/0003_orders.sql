-- Adjustments, money on its way, and lists of orders by payment status.

UPDATE "order" SET body = json_set(body, '$.adjustments', json('[]'));
-- Which items were counted when an order was placed was not kept; those that are counted now were taken from stock.
-- From SQLite 3.54 on the result of a subquery is text; json() keeps it an array.
UPDATE "order" SET body = json_set(body, '$.line_items', json((
  SELECT json_group_array(json_set(
    line.value, '$.counted',
    json(CASE WHEN EXISTS (
      SELECT 1 FROM counter
      WHERE name = 'stock' AND counter.key = "order".shop_id || '/' || json_extract(line.value, '$.item.id')
    ) THEN 'true' ELSE 'false' END)
  ))
  FROM json_each("order".body, '$.line_items') AS line
)));

ALTER TABLE "order" ADD COLUMN money_since INTEGER;
CREATE INDEX order_money ON "order" (money_since, key) WHERE money_since IS NOT NULL;

CREATE INDEX order_by_deployment_payment ON "order" (deployment_id, payment_status, created_at, key);
CREATE INDEX order_by_deployment_both ON "order" (deployment_id, status, payment_status, created_at, key);
CREATE INDEX order_by_buyer_payment ON "order" (deployment_id, buyer_id, payment_status, created_at, key);
CREATE INDEX order_by_buyer_both ON "order" (deployment_id, buyer_id, status, payment_status, created_at, key);

-- The audit trail is read in the order in which it was written.
DROP INDEX audit_event_by_subject;
CREATE INDEX audit_event_by_subject ON audit_event (subject_type, subject_id);
