-- What bookkeeping needs: fees of shops, and orders that keep the buyer, the discounts and the tax by rate. What is being
-- paid or is completed keeps the rules by which it was priced.

UPDATE shop SET body = json_set(body, '$.settings.fees', json('[]'));
UPDATE checkout SET body = json_set(body, '$.frozen.rules', 1, '$.frozen.shop.settings.fees', json('[]'))
  WHERE json_type(body, '$.frozen') = 'object';
UPDATE "order" SET body = order_with_books("order".body, checkout.body)
  FROM checkout WHERE checkout.key = "order".checkout_id;
