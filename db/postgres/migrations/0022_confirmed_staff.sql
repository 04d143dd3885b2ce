-- Staff who have signed in before count as confirmed.
UPDATE staff SET body = left(staff.body, -1) || ',"confirmed_at":' || greatest(staff.created_at, person.created_at) || '}'
FROM person
WHERE person.key = staff.person_id AND staff.removed_at IS NULL;

-- Mails that count toward the limit of an address, found without reading their bodies.
ALTER TABLE delivery ADD COLUMN limited bigint;
UPDATE delivery SET limited = 1
WHERE body::json #>> '{form,kind}' = 'mail' AND body::json #>> '{form,notice}' IN (
    'payment_action', 'pay_link', 'placed', 'payment_due', 'shipped', 'ready_for_pickup', 'held', 'released', 'canceled',
    'units_canceled', 'refunded', 'link_renewed', 'request_received', 'request_accepted', 'request_refused', 'test', 'invitation'
  );
CREATE INDEX delivery_limited ON delivery (receiver, limited, state, created_at, key) WHERE limited = 1;
