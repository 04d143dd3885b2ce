-- Staff who have signed in before count as confirmed.
UPDATE staff SET body = json_set(body, '$.confirmed_at', max(created_at, (
  SELECT person.created_at FROM person WHERE person.key = staff.person_id
)))
WHERE removed_at IS NULL AND EXISTS (SELECT 1 FROM person WHERE person.key = staff.person_id);

-- Mails that count toward the limit of an address, found without reading their bodies.
ALTER TABLE delivery ADD COLUMN limited INTEGER;
UPDATE delivery SET limited = 1
WHERE body ->> '$.form.kind' = 'mail' AND body ->> '$.form.notice' IN (
    'payment_action', 'pay_link', 'placed', 'payment_due', 'shipped', 'ready_for_pickup', 'held', 'released', 'canceled',
    'units_canceled', 'refunded', 'link_renewed', 'request_received', 'request_accepted', 'request_refused', 'test', 'invitation'
  );
CREATE INDEX delivery_limited ON delivery (receiver, limited, state, created_at, key) WHERE limited = 1;
