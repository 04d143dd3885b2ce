-- What each organization has stored, for its quotas: keys that are not revoked, items on sale, carts that are open or being paid,
-- rows, and the bytes of their content. Triggers count in the transaction that writes the rows. An open cart has no bytes: it
-- changes all the time, and there is a quota for carts. Tables that others refer to without an index (agents, shops and the like)
-- are few and are counted when asked for: with a trigger, each new row would be looked for in all that may refer to it.
-- `slot` is 0: PostgreSQL spreads what an organization has over several rows.
CREATE TABLE usage (
  organization_id TEXT NOT NULL REFERENCES organization (key),
  slot INTEGER NOT NULL,
  api_keys INTEGER NOT NULL,
  items INTEGER NOT NULL,
  open_carts INTEGER NOT NULL,
  stored_rows INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  PRIMARY KEY (organization_id, slot)
) STRICT, WITHOUT ROWID;

INSERT INTO usage (organization_id, slot, api_keys, items, open_carts, stored_rows, bytes)
SELECT organization_id, 0, sum(api_keys), sum(items), sum(open_carts), sum(stored_rows), sum(bytes) FROM (
  SELECT api_key.organization_id, (api_key.body ->> '$.revoked_at' IS NULL) AS api_keys, 0 AS items, 0 AS open_carts, 1 AS stored_rows, 0 AS bytes
  FROM api_key
  UNION ALL
  SELECT shop.organization_id, 0, (item.status = 'active'), 0, 1, octet_length(item.body)
  FROM item JOIN shop ON shop.key = item.shop_id
  UNION ALL
  SELECT shop.organization_id, 0, 0, 0, 1, octet_length(discount.body)
  FROM discount JOIN shop ON shop.key = discount.shop_id
  UNION ALL
  SELECT shop.organization_id, 0, 0, (checkout.state IN ('open', 'paying')), 1, CASE WHEN checkout.state IN ('open', 'paying') THEN 0 ELSE octet_length(checkout.body) END
  FROM checkout JOIN shop ON shop.key = checkout.shop_id
  UNION ALL
  SELECT shop.organization_id, 0, 0, 0, 1, octet_length("order".body)
  FROM "order" JOIN shop ON shop.key = "order".shop_id
  UNION ALL
  SELECT receipt.organization_id, 0, 0, 0, 1, octet_length(receipt.signed_bytes) + coalesce(octet_length(receipt.metadata), 0)
  FROM receipt
) AS stored GROUP BY organization_id;

CREATE TRIGGER usage_of_api_key_added AFTER INSERT ON api_key BEGIN
  INSERT INTO usage VALUES (NEW.organization_id, 0, (NEW.body ->> '$.revoked_at' IS NULL), 0, 0, 1, 0)
  ON CONFLICT (organization_id, slot) DO UPDATE SET api_keys = api_keys + excluded.api_keys, items = items + excluded.items,
    open_carts = open_carts + excluded.open_carts, stored_rows = stored_rows + excluded.stored_rows, bytes = bytes + excluded.bytes;
END;

CREATE TRIGGER usage_of_api_key_changed AFTER UPDATE ON api_key
WHEN (OLD.body ->> '$.revoked_at' IS NULL) <> (NEW.body ->> '$.revoked_at' IS NULL) BEGIN
  UPDATE usage SET api_keys = api_keys + (NEW.body ->> '$.revoked_at' IS NULL) - (OLD.body ->> '$.revoked_at' IS NULL)
  WHERE organization_id = NEW.organization_id AND slot = 0;
END;

CREATE TRIGGER usage_of_api_key_removed AFTER DELETE ON api_key BEGIN
  INSERT INTO usage VALUES (OLD.organization_id, 0, -(OLD.body ->> '$.revoked_at' IS NULL), 0, 0, -1, 0)
  ON CONFLICT (organization_id, slot) DO UPDATE SET api_keys = api_keys + excluded.api_keys, items = items + excluded.items,
    open_carts = open_carts + excluded.open_carts, stored_rows = stored_rows + excluded.stored_rows, bytes = bytes + excluded.bytes;
END;

CREATE TRIGGER usage_of_item_added AFTER INSERT ON item BEGIN
  INSERT INTO usage VALUES ((SELECT organization_id FROM shop WHERE key = NEW.shop_id), 0, 0, (NEW.status = 'active'), 0, 1, octet_length(NEW.body))
  ON CONFLICT (organization_id, slot) DO UPDATE SET api_keys = api_keys + excluded.api_keys, items = items + excluded.items,
    open_carts = open_carts + excluded.open_carts, stored_rows = stored_rows + excluded.stored_rows, bytes = bytes + excluded.bytes;
END;

CREATE TRIGGER usage_of_item_changed AFTER UPDATE ON item
WHEN OLD.status <> NEW.status OR octet_length(OLD.body) <> octet_length(NEW.body) BEGIN
  UPDATE usage SET items = items + (NEW.status = 'active') - (OLD.status = 'active'), bytes = bytes + octet_length(NEW.body) - octet_length(OLD.body)
  WHERE organization_id = (SELECT organization_id FROM shop WHERE key = NEW.shop_id) AND slot = 0;
END;

CREATE TRIGGER usage_of_item_removed AFTER DELETE ON item BEGIN
  INSERT INTO usage VALUES ((SELECT organization_id FROM shop WHERE key = OLD.shop_id), 0, 0, -(OLD.status = 'active'), 0, -1, -(octet_length(OLD.body)))
  ON CONFLICT (organization_id, slot) DO UPDATE SET api_keys = api_keys + excluded.api_keys, items = items + excluded.items,
    open_carts = open_carts + excluded.open_carts, stored_rows = stored_rows + excluded.stored_rows, bytes = bytes + excluded.bytes;
END;

CREATE TRIGGER usage_of_discount_added AFTER INSERT ON discount BEGIN
  INSERT INTO usage VALUES ((SELECT organization_id FROM shop WHERE key = NEW.shop_id), 0, 0, 0, 0, 1, octet_length(NEW.body))
  ON CONFLICT (organization_id, slot) DO UPDATE SET api_keys = api_keys + excluded.api_keys, items = items + excluded.items,
    open_carts = open_carts + excluded.open_carts, stored_rows = stored_rows + excluded.stored_rows, bytes = bytes + excluded.bytes;
END;

CREATE TRIGGER usage_of_discount_changed AFTER UPDATE ON discount
WHEN octet_length(OLD.body) <> octet_length(NEW.body) BEGIN
  UPDATE usage SET bytes = bytes + octet_length(NEW.body) - octet_length(OLD.body)
  WHERE organization_id = (SELECT organization_id FROM shop WHERE key = NEW.shop_id) AND slot = 0;
END;

CREATE TRIGGER usage_of_discount_removed AFTER DELETE ON discount BEGIN
  INSERT INTO usage VALUES ((SELECT organization_id FROM shop WHERE key = OLD.shop_id), 0, 0, 0, 0, -1, -(octet_length(OLD.body)))
  ON CONFLICT (organization_id, slot) DO UPDATE SET api_keys = api_keys + excluded.api_keys, items = items + excluded.items,
    open_carts = open_carts + excluded.open_carts, stored_rows = stored_rows + excluded.stored_rows, bytes = bytes + excluded.bytes;
END;

CREATE TRIGGER usage_of_checkout_added AFTER INSERT ON checkout BEGIN
  INSERT INTO usage VALUES ((SELECT organization_id FROM shop WHERE key = NEW.shop_id), 0, 0, 0, (NEW.state IN ('open', 'paying')), 1, CASE WHEN NEW.state IN ('open', 'paying') THEN 0 ELSE octet_length(NEW.body) END)
  ON CONFLICT (organization_id, slot) DO UPDATE SET api_keys = api_keys + excluded.api_keys, items = items + excluded.items,
    open_carts = open_carts + excluded.open_carts, stored_rows = stored_rows + excluded.stored_rows, bytes = bytes + excluded.bytes;
END;

CREATE TRIGGER usage_of_checkout_changed AFTER UPDATE ON checkout
WHEN OLD.state <> NEW.state OR (NEW.state NOT IN ('open', 'paying') AND octet_length(OLD.body) <> octet_length(NEW.body)) BEGIN
  UPDATE usage SET open_carts = open_carts + (NEW.state IN ('open', 'paying')) - (OLD.state IN ('open', 'paying')), bytes = bytes + CASE WHEN NEW.state IN ('open', 'paying') THEN 0 ELSE octet_length(NEW.body) END - CASE WHEN OLD.state IN ('open', 'paying') THEN 0 ELSE octet_length(OLD.body) END
  WHERE organization_id = (SELECT organization_id FROM shop WHERE key = NEW.shop_id) AND slot = 0;
END;

CREATE TRIGGER usage_of_checkout_removed AFTER DELETE ON checkout BEGIN
  INSERT INTO usage VALUES ((SELECT organization_id FROM shop WHERE key = OLD.shop_id), 0, 0, 0, -(OLD.state IN ('open', 'paying')), -1, -(CASE WHEN OLD.state IN ('open', 'paying') THEN 0 ELSE octet_length(OLD.body) END))
  ON CONFLICT (organization_id, slot) DO UPDATE SET api_keys = api_keys + excluded.api_keys, items = items + excluded.items,
    open_carts = open_carts + excluded.open_carts, stored_rows = stored_rows + excluded.stored_rows, bytes = bytes + excluded.bytes;
END;

CREATE TRIGGER usage_of_order_added AFTER INSERT ON "order" BEGIN
  INSERT INTO usage VALUES ((SELECT organization_id FROM shop WHERE key = NEW.shop_id), 0, 0, 0, 0, 1, octet_length(NEW.body))
  ON CONFLICT (organization_id, slot) DO UPDATE SET api_keys = api_keys + excluded.api_keys, items = items + excluded.items,
    open_carts = open_carts + excluded.open_carts, stored_rows = stored_rows + excluded.stored_rows, bytes = bytes + excluded.bytes;
END;

CREATE TRIGGER usage_of_order_changed AFTER UPDATE ON "order"
WHEN octet_length(OLD.body) <> octet_length(NEW.body) BEGIN
  UPDATE usage SET bytes = bytes + octet_length(NEW.body) - octet_length(OLD.body)
  WHERE organization_id = (SELECT organization_id FROM shop WHERE key = NEW.shop_id) AND slot = 0;
END;

CREATE TRIGGER usage_of_order_removed AFTER DELETE ON "order" BEGIN
  INSERT INTO usage VALUES ((SELECT organization_id FROM shop WHERE key = OLD.shop_id), 0, 0, 0, 0, -1, -(octet_length(OLD.body)))
  ON CONFLICT (organization_id, slot) DO UPDATE SET api_keys = api_keys + excluded.api_keys, items = items + excluded.items,
    open_carts = open_carts + excluded.open_carts, stored_rows = stored_rows + excluded.stored_rows, bytes = bytes + excluded.bytes;
END;

CREATE TRIGGER usage_of_receipt_added AFTER INSERT ON receipt BEGIN
  INSERT INTO usage VALUES (NEW.organization_id, 0, 0, 0, 0, 1, octet_length(NEW.signed_bytes) + coalesce(octet_length(NEW.metadata), 0))
  ON CONFLICT (organization_id, slot) DO UPDATE SET api_keys = api_keys + excluded.api_keys, items = items + excluded.items,
    open_carts = open_carts + excluded.open_carts, stored_rows = stored_rows + excluded.stored_rows, bytes = bytes + excluded.bytes;
END;

CREATE TRIGGER usage_of_receipt_removed AFTER DELETE ON receipt BEGIN
  INSERT INTO usage VALUES (OLD.organization_id, 0, 0, 0, 0, -1, -(octet_length(OLD.signed_bytes) + coalesce(octet_length(OLD.metadata), 0)))
  ON CONFLICT (organization_id, slot) DO UPDATE SET api_keys = api_keys + excluded.api_keys, items = items + excluded.items,
    open_carts = open_carts + excluded.open_carts, stored_rows = stored_rows + excluded.stored_rows, bytes = bytes + excluded.bytes;
END;
