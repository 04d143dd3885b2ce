-- Counts the changes of tables that are read at every call and rarely written. So each process knows whether its cached
-- rows of these tables are current after another process has written. Inserted rows are not counted: with a trigger on
-- inserts, SQLite would search every table that refers to the new row.
CREATE TABLE table_change (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  organization INTEGER NOT NULL DEFAULT 0,
  shop INTEGER NOT NULL DEFAULT 0,
  deployment INTEGER NOT NULL DEFAULT 0,
  agent INTEGER NOT NULL DEFAULT 0,
  consumer INTEGER NOT NULL DEFAULT 0,
  api_key INTEGER NOT NULL DEFAULT 0,
  signing_key INTEGER NOT NULL DEFAULT 0,
  item INTEGER NOT NULL DEFAULT 0,
  discount INTEGER NOT NULL DEFAULT 0,
  item_search INTEGER NOT NULL DEFAULT 0
) STRICT;
INSERT INTO table_change (id) VALUES (1);

CREATE TRIGGER table_change_of_organization_changed AFTER UPDATE ON organization BEGIN
  UPDATE table_change SET organization = organization + 1 WHERE id = 1;
END;

CREATE TRIGGER table_change_of_organization_removed AFTER DELETE ON organization BEGIN
  UPDATE table_change SET organization = organization + 1 WHERE id = 1;
END;

CREATE TRIGGER table_change_of_shop_changed AFTER UPDATE ON shop BEGIN
  UPDATE table_change SET shop = shop + 1 WHERE id = 1;
END;

CREATE TRIGGER table_change_of_shop_removed AFTER DELETE ON shop BEGIN
  UPDATE table_change SET shop = shop + 1 WHERE id = 1;
END;

CREATE TRIGGER table_change_of_deployment_changed AFTER UPDATE ON deployment BEGIN
  UPDATE table_change SET deployment = deployment + 1 WHERE id = 1;
END;

CREATE TRIGGER table_change_of_deployment_removed AFTER DELETE ON deployment BEGIN
  UPDATE table_change SET deployment = deployment + 1 WHERE id = 1;
END;

CREATE TRIGGER table_change_of_agent_changed AFTER UPDATE ON agent BEGIN
  UPDATE table_change SET agent = agent + 1 WHERE id = 1;
END;

CREATE TRIGGER table_change_of_agent_removed AFTER DELETE ON agent BEGIN
  UPDATE table_change SET agent = agent + 1 WHERE id = 1;
END;

CREATE TRIGGER table_change_of_consumer_changed AFTER UPDATE ON consumer BEGIN
  UPDATE table_change SET consumer = consumer + 1 WHERE id = 1;
END;

CREATE TRIGGER table_change_of_consumer_removed AFTER DELETE ON consumer BEGIN
  UPDATE table_change SET consumer = consumer + 1 WHERE id = 1;
END;

CREATE TRIGGER table_change_of_api_key_changed AFTER UPDATE ON api_key BEGIN
  UPDATE table_change SET api_key = api_key + 1 WHERE id = 1;
END;

CREATE TRIGGER table_change_of_api_key_removed AFTER DELETE ON api_key BEGIN
  UPDATE table_change SET api_key = api_key + 1 WHERE id = 1;
END;

CREATE TRIGGER table_change_of_signing_key_changed AFTER UPDATE ON signing_key BEGIN
  UPDATE table_change SET signing_key = signing_key + 1 WHERE id = 1;
END;

CREATE TRIGGER table_change_of_signing_key_removed AFTER DELETE ON signing_key BEGIN
  UPDATE table_change SET signing_key = signing_key + 1 WHERE id = 1;
END;

CREATE TRIGGER table_change_of_item_changed AFTER UPDATE ON item BEGIN
  UPDATE table_change SET item = item + 1 WHERE id = 1;
END;

CREATE TRIGGER table_change_of_item_removed AFTER DELETE ON item BEGIN
  UPDATE table_change SET item = item + 1 WHERE id = 1;
END;

CREATE TRIGGER table_change_of_discount_changed AFTER UPDATE ON discount BEGIN
  UPDATE table_change SET discount = discount + 1 WHERE id = 1;
END;

CREATE TRIGGER table_change_of_discount_removed AFTER DELETE ON discount BEGIN
  UPDATE table_change SET discount = discount + 1 WHERE id = 1;
END;

-- The data by which items are ranked. No search finds a removed row.
CREATE TRIGGER table_change_of_item_search_added AFTER INSERT ON item_search BEGIN
  UPDATE table_change SET item_search = item_search + 1 WHERE id = 1;
END;

CREATE TRIGGER table_change_of_item_search_changed AFTER UPDATE ON item_search
WHEN OLD.facts <> NEW.facts OR OLD.product_id IS NOT NEW.product_id OR OLD.shop_id <> NEW.shop_id OR OLD.id <> NEW.id BEGIN
  UPDATE table_change SET item_search = item_search + 1 WHERE id = 1;
END;
