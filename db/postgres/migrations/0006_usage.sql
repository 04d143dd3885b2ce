-- What each organization has stored, for its quotas: keys that are not revoked, items on sale, carts that are open or being paid,
-- rows, and the bytes of their content. Triggers count in the transaction that writes the rows. An open cart has no bytes: it
-- changes all the time, and there is a quota for carts. Tables that others refer to without an index (agents, shops and the like)
-- are few and are counted when asked for: with a trigger, each new row would be looked for in all that may refer to it.
-- Connections write to rows of their own, told apart by `slot`: two that changed one row at once would conflict.
CREATE TABLE usage (
  organization_id text COLLATE "C" NOT NULL REFERENCES organization (key),
  slot bigint NOT NULL,
  api_keys bigint NOT NULL,
  items bigint NOT NULL,
  open_carts bigint NOT NULL,
  stored_rows bigint NOT NULL,
  bytes bigint NOT NULL,
  PRIMARY KEY (organization_id, slot)
);

INSERT INTO usage (organization_id, slot, api_keys, items, open_carts, stored_rows, bytes)
SELECT organization_id, 0, sum(api_keys), sum(items), sum(open_carts), sum(stored_rows), sum(bytes) FROM (
  SELECT api_key.organization_id, ((api_key.body::json ->> 'revoked_at') IS NULL)::int AS api_keys, 0 AS items, 0 AS open_carts, 1 AS stored_rows, 0 AS bytes
  FROM api_key
  UNION ALL
  SELECT shop.organization_id, 0, (item.status = 'active')::int, 0, 1, octet_length(item.body)
  FROM item JOIN shop ON shop.key = item.shop_id
  UNION ALL
  SELECT shop.organization_id, 0, 0, 0, 1, octet_length(discount.body)
  FROM discount JOIN shop ON shop.key = discount.shop_id
  UNION ALL
  SELECT shop.organization_id, 0, 0, (checkout.state IN ('open', 'paying'))::int, 1, CASE WHEN checkout.state IN ('open', 'paying') THEN 0 ELSE octet_length(checkout.body) END
  FROM checkout JOIN shop ON shop.key = checkout.shop_id
  UNION ALL
  SELECT shop.organization_id, 0, 0, 0, 1, octet_length("order".body)
  FROM "order" JOIN shop ON shop.key = "order".shop_id
  UNION ALL
  SELECT receipt.organization_id, 0, 0, 0, 1, octet_length(receipt.signed_bytes) + coalesce(octet_length(receipt.metadata), 0)
  FROM receipt
) AS stored GROUP BY organization_id;

CREATE FUNCTION add_usage(organization text, keys bigint, items bigint, carts bigint, added bigint, bytes bigint) RETURNS void
LANGUAGE sql AS $$
  INSERT INTO usage VALUES (organization, pg_backend_pid() % 16, keys, items, carts, added, bytes)
  ON CONFLICT (organization_id, slot) DO UPDATE SET api_keys = usage.api_keys + excluded.api_keys, items = usage.items + excluded.items,
    open_carts = usage.open_carts + excluded.open_carts, stored_rows = usage.stored_rows + excluded.stored_rows,
    bytes = usage.bytes + excluded.bytes
$$;

CREATE FUNCTION usage_of_api_key_added() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  PERFORM add_usage(changed.organization_id, sum(((changed.body::json ->> 'revoked_at') IS NULL)::int), 0, 0, count(*), 0)
  FROM added AS changed GROUP BY changed.organization_id;
  RETURN NULL;
END $$;

CREATE TRIGGER usage_of_api_key_added AFTER INSERT ON api_key REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION usage_of_api_key_added();

CREATE FUNCTION usage_of_api_key_changed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  PERFORM add_usage(NEW.organization_id, ((NEW.body::json ->> 'revoked_at') IS NULL)::int - ((OLD.body::json ->> 'revoked_at') IS NULL)::int, 0, 0, 0, 0);
  RETURN NULL;
END $$;

CREATE TRIGGER usage_of_api_key_changed AFTER UPDATE ON api_key FOR EACH ROW
  WHEN (((OLD.body::json ->> 'revoked_at') IS NULL)::int <> ((NEW.body::json ->> 'revoked_at') IS NULL)::int) EXECUTE FUNCTION usage_of_api_key_changed();

CREATE FUNCTION usage_of_api_key_removed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  PERFORM add_usage(changed.organization_id, -sum(((changed.body::json ->> 'revoked_at') IS NULL)::int), 0, 0, -count(*), 0)
  FROM removed AS changed GROUP BY changed.organization_id;
  RETURN NULL;
END $$;

CREATE TRIGGER usage_of_api_key_removed AFTER DELETE ON api_key REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION usage_of_api_key_removed();

CREATE FUNCTION usage_of_item_added() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  PERFORM add_usage(shop.organization_id, 0, sum((changed.status = 'active')::int), 0, count(*), sum(octet_length(changed.body)))
  FROM added AS changed JOIN shop ON shop.key = changed.shop_id GROUP BY shop.organization_id;
  RETURN NULL;
END $$;

CREATE TRIGGER usage_of_item_added AFTER INSERT ON item REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION usage_of_item_added();

-- Imports change many items at once.
CREATE FUNCTION usage_of_item_changed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  PERFORM add_usage(shop.organization_id, 0, sum(changed.items), 0, 0, sum(changed.bytes))
  FROM (
    SELECT shop_id, (status = 'active')::int AS items, octet_length(body) AS bytes FROM after
    UNION ALL
    SELECT shop_id, -(status = 'active')::int, -octet_length(body) FROM before
  ) AS changed JOIN shop ON shop.key = changed.shop_id
  GROUP BY shop.organization_id HAVING sum(changed.items) <> 0 OR sum(changed.bytes) <> 0;
  RETURN NULL;
END $$;

CREATE TRIGGER usage_of_item_changed AFTER UPDATE ON item REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION usage_of_item_changed();

CREATE FUNCTION usage_of_item_removed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  PERFORM add_usage(shop.organization_id, 0, -sum((changed.status = 'active')::int), 0, -count(*), -sum(octet_length(changed.body)))
  FROM removed AS changed JOIN shop ON shop.key = changed.shop_id GROUP BY shop.organization_id;
  RETURN NULL;
END $$;

CREATE TRIGGER usage_of_item_removed AFTER DELETE ON item REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION usage_of_item_removed();

CREATE FUNCTION usage_of_discount_added() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  PERFORM add_usage(shop.organization_id, 0, 0, 0, count(*), sum(octet_length(changed.body)))
  FROM added AS changed JOIN shop ON shop.key = changed.shop_id GROUP BY shop.organization_id;
  RETURN NULL;
END $$;

CREATE TRIGGER usage_of_discount_added AFTER INSERT ON discount REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION usage_of_discount_added();

CREATE FUNCTION usage_of_discount_changed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  PERFORM add_usage((SELECT organization_id FROM shop WHERE key = NEW.shop_id), 0, 0, 0, 0, octet_length(NEW.body) - octet_length(OLD.body));
  RETURN NULL;
END $$;

CREATE TRIGGER usage_of_discount_changed AFTER UPDATE ON discount FOR EACH ROW
  WHEN (octet_length(OLD.body) <> octet_length(NEW.body)) EXECUTE FUNCTION usage_of_discount_changed();

CREATE FUNCTION usage_of_discount_removed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  PERFORM add_usage(shop.organization_id, 0, 0, 0, -count(*), -sum(octet_length(changed.body)))
  FROM removed AS changed JOIN shop ON shop.key = changed.shop_id GROUP BY shop.organization_id;
  RETURN NULL;
END $$;

CREATE TRIGGER usage_of_discount_removed AFTER DELETE ON discount REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION usage_of_discount_removed();

CREATE FUNCTION usage_of_checkout_added() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  PERFORM add_usage(shop.organization_id, 0, 0, sum((changed.state IN ('open', 'paying'))::int), count(*), sum(CASE WHEN changed.state IN ('open', 'paying') THEN 0 ELSE octet_length(changed.body) END))
  FROM added AS changed JOIN shop ON shop.key = changed.shop_id GROUP BY shop.organization_id;
  RETURN NULL;
END $$;

CREATE TRIGGER usage_of_checkout_added AFTER INSERT ON checkout REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION usage_of_checkout_added();

CREATE FUNCTION usage_of_checkout_changed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  PERFORM add_usage((SELECT organization_id FROM shop WHERE key = NEW.shop_id), 0, 0, (NEW.state IN ('open', 'paying'))::int - (OLD.state IN ('open', 'paying'))::int, 0, CASE WHEN NEW.state IN ('open', 'paying') THEN 0 ELSE octet_length(NEW.body) END - CASE WHEN OLD.state IN ('open', 'paying') THEN 0 ELSE octet_length(OLD.body) END);
  RETURN NULL;
END $$;

CREATE TRIGGER usage_of_checkout_changed AFTER UPDATE ON checkout FOR EACH ROW
  WHEN (OLD.state <> NEW.state OR (NEW.state NOT IN ('open', 'paying') AND octet_length(OLD.body) <> octet_length(NEW.body))) EXECUTE FUNCTION usage_of_checkout_changed();

CREATE FUNCTION usage_of_checkout_removed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  PERFORM add_usage(shop.organization_id, 0, 0, -sum((changed.state IN ('open', 'paying'))::int), -count(*), -sum(CASE WHEN changed.state IN ('open', 'paying') THEN 0 ELSE octet_length(changed.body) END))
  FROM removed AS changed JOIN shop ON shop.key = changed.shop_id GROUP BY shop.organization_id;
  RETURN NULL;
END $$;

CREATE TRIGGER usage_of_checkout_removed AFTER DELETE ON checkout REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION usage_of_checkout_removed();

CREATE FUNCTION usage_of_order_added() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  PERFORM add_usage(shop.organization_id, 0, 0, 0, count(*), sum(octet_length(changed.body)))
  FROM added AS changed JOIN shop ON shop.key = changed.shop_id GROUP BY shop.organization_id;
  RETURN NULL;
END $$;

CREATE TRIGGER usage_of_order_added AFTER INSERT ON "order" REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION usage_of_order_added();

CREATE FUNCTION usage_of_order_changed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  PERFORM add_usage((SELECT organization_id FROM shop WHERE key = NEW.shop_id), 0, 0, 0, 0, octet_length(NEW.body) - octet_length(OLD.body));
  RETURN NULL;
END $$;

CREATE TRIGGER usage_of_order_changed AFTER UPDATE ON "order" FOR EACH ROW
  WHEN (octet_length(OLD.body) <> octet_length(NEW.body)) EXECUTE FUNCTION usage_of_order_changed();

CREATE FUNCTION usage_of_order_removed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  PERFORM add_usage(shop.organization_id, 0, 0, 0, -count(*), -sum(octet_length(changed.body)))
  FROM removed AS changed JOIN shop ON shop.key = changed.shop_id GROUP BY shop.organization_id;
  RETURN NULL;
END $$;

CREATE TRIGGER usage_of_order_removed AFTER DELETE ON "order" REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION usage_of_order_removed();

CREATE FUNCTION usage_of_receipt_added() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  PERFORM add_usage(changed.organization_id, 0, 0, 0, count(*), sum(octet_length(changed.signed_bytes) + coalesce(octet_length(changed.metadata), 0)))
  FROM added AS changed GROUP BY changed.organization_id;
  RETURN NULL;
END $$;

CREATE TRIGGER usage_of_receipt_added AFTER INSERT ON receipt REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION usage_of_receipt_added();

CREATE FUNCTION usage_of_receipt_removed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  PERFORM add_usage(changed.organization_id, 0, 0, 0, -count(*), -sum(octet_length(changed.signed_bytes) + coalesce(octet_length(changed.metadata), 0)))
  FROM removed AS changed GROUP BY changed.organization_id;
  RETURN NULL;
END $$;

CREATE TRIGGER usage_of_receipt_removed AFTER DELETE ON receipt REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION usage_of_receipt_removed();
