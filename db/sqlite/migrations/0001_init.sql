-- Aggregates are one row each: columns for what is filtered, ordered or constrained, `body` for the rest.
-- Instants are milliseconds since the epoch.

CREATE TABLE organization (
  key TEXT PRIMARY KEY,
  created_at INTEGER NOT NULL,
  version INTEGER NOT NULL,
  body TEXT NOT NULL CHECK (json_valid(body))
) STRICT;

CREATE TABLE shop (
  key TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organization (key),
  created_at INTEGER NOT NULL,
  version INTEGER NOT NULL,
  body TEXT NOT NULL CHECK (json_valid(body))
) STRICT;
CREATE INDEX shop_by_organization ON shop (organization_id, created_at, key);

CREATE TABLE deployment (
  key TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organization (key),
  shop_id TEXT NOT NULL REFERENCES shop (key),
  created_at INTEGER NOT NULL,
  version INTEGER NOT NULL,
  body TEXT NOT NULL CHECK (json_valid(body))
) STRICT;
CREATE INDEX deployment_by_shop ON deployment (shop_id, created_at, key);

CREATE TABLE agent (
  key TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organization (key),
  created_at INTEGER NOT NULL,
  version INTEGER NOT NULL,
  body TEXT NOT NULL CHECK (json_valid(body))
) STRICT;
CREATE INDEX agent_by_organization ON agent (organization_id, created_at, key);

CREATE TABLE consumer (
  key TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organization (key),
  created_at INTEGER NOT NULL,
  version INTEGER NOT NULL,
  body TEXT NOT NULL CHECK (json_valid(body))
) STRICT;
CREATE INDEX consumer_by_organization ON consumer (organization_id, created_at, key);

CREATE TABLE api_key (
  key TEXT PRIMARY KEY,
  hash TEXT NOT NULL UNIQUE,
  organization_id TEXT NOT NULL REFERENCES organization (key),
  deployment_id TEXT REFERENCES deployment (key),
  created_at INTEGER NOT NULL,
  version INTEGER NOT NULL,
  body TEXT NOT NULL CHECK (json_valid(body))
) STRICT;
CREATE INDEX api_key_by_organization ON api_key (organization_id, created_at, key);

CREATE TABLE item (
  seq INTEGER PRIMARY KEY,
  key TEXT NOT NULL UNIQUE,
  shop_id TEXT NOT NULL REFERENCES shop (key),
  status TEXT NOT NULL CHECK (status IN ('active', 'withdrawn')),
  title TEXT NOT NULL,
  description TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  version INTEGER NOT NULL,
  body TEXT NOT NULL CHECK (json_valid(body))
) STRICT;
CREATE INDEX item_on_sale ON item (shop_id, created_at, key) WHERE status = 'active';

-- The shop is a column of the index, so that a search never reads another shop's matches.
CREATE VIRTUAL TABLE item_text USING fts5 (
  shop, title, description,
  tokenize = "unicode61 remove_diacritics 2"
);
CREATE TRIGGER item_text_insert AFTER INSERT ON item WHEN new.status = 'active' BEGIN
  INSERT INTO item_text (rowid, shop, title, description)
  VALUES (new.seq, new.shop_id, new.title, new.description);
END;
CREATE TRIGGER item_text_update AFTER UPDATE ON item BEGIN
  DELETE FROM item_text WHERE rowid = old.seq;
  INSERT INTO item_text (rowid, shop, title, description)
  SELECT new.seq, new.shop_id, new.title, new.description WHERE new.status = 'active';
END;
CREATE TRIGGER item_text_delete AFTER DELETE ON item BEGIN
  DELETE FROM item_text WHERE rowid = old.seq;
END;

CREATE TABLE discount (
  key TEXT PRIMARY KEY,
  shop_id TEXT NOT NULL REFERENCES shop (key),
  created_at INTEGER NOT NULL,
  version INTEGER NOT NULL,
  body TEXT NOT NULL CHECK (json_valid(body))
) STRICT;
CREATE INDEX discount_by_shop ON discount (shop_id, created_at, key);

CREATE TABLE counter (
  name TEXT NOT NULL,
  key TEXT NOT NULL,
  value INTEGER NOT NULL CHECK (value >= 0),
  PRIMARY KEY (name, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE checkout (
  key TEXT PRIMARY KEY,
  shop_id TEXT NOT NULL REFERENCES shop (key),
  deployment_id TEXT NOT NULL REFERENCES deployment (key),
  buyer_id TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('open', 'paying', 'completed', 'canceled')),
  expires_at INTEGER NOT NULL,
  payment_started_at INTEGER,
  created_at INTEGER NOT NULL,
  version INTEGER NOT NULL,
  body TEXT NOT NULL CHECK (json_valid(body))
) STRICT;
-- One cart at a time for each buyer of a deployment, also when two processes make it at once.
CREATE UNIQUE INDEX checkout_current ON checkout (deployment_id, buyer_id) WHERE state IN ('open', 'paying');
CREATE INDEX checkout_paying ON checkout (payment_started_at, key) WHERE state = 'paying';

CREATE TABLE "order" (
  key TEXT PRIMARY KEY,
  shop_id TEXT NOT NULL REFERENCES shop (key),
  deployment_id TEXT NOT NULL REFERENCES deployment (key),
  buyer_id TEXT NOT NULL,
  checkout_id TEXT NOT NULL UNIQUE REFERENCES checkout (key),
  display_id TEXT NOT NULL,
  status TEXT NOT NULL,
  payment_status TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  version INTEGER NOT NULL,
  body TEXT NOT NULL CHECK (json_valid(body)),
  UNIQUE (shop_id, display_id)
) STRICT;
CREATE INDEX order_by_deployment ON "order" (deployment_id, created_at, key);
CREATE INDEX order_by_deployment_status ON "order" (deployment_id, status, created_at, key);
CREATE INDEX order_by_buyer ON "order" (deployment_id, buyer_id, created_at, key);
CREATE INDEX order_by_buyer_status ON "order" (deployment_id, buyer_id, status, created_at, key);

CREATE TABLE idempotency (
  key TEXT PRIMARY KEY,
  created_at INTEGER NOT NULL,
  version INTEGER NOT NULL,
  body TEXT NOT NULL CHECK (json_valid(body))
) STRICT;

CREATE TABLE audit_event (
  id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organization (key),
  subject_type TEXT NOT NULL,
  subject_id TEXT NOT NULL,
  action TEXT NOT NULL,
  actor TEXT NOT NULL,
  changed TEXT NOT NULL CHECK (json_valid(changed)),
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX audit_event_by_subject ON audit_event (subject_type, subject_id, at, id);

CREATE TABLE secret (
  name TEXT PRIMARY KEY,
  value BLOB NOT NULL
) STRICT;
