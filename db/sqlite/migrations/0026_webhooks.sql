-- Receivers of events, and events to deliver: each is written in the transaction of its change, once per receiver.
-- A lane holds the deliveries about one object to one receiver, in order.

CREATE TABLE webhook (
  key TEXT PRIMARY KEY NOT NULL,
  created_at INTEGER NOT NULL,
  version INTEGER NOT NULL,
  body TEXT NOT NULL CHECK (json_valid(body)),
  organization_id TEXT NOT NULL REFERENCES organization (key)
) STRICT, WITHOUT ROWID;
CREATE INDEX webhook_by_organization ON webhook (organization_id, created_at, key);

CREATE TABLE delivery_lane (
  key TEXT PRIMARY KEY NOT NULL,
  created_at INTEGER NOT NULL,
  version INTEGER NOT NULL,
  body TEXT NOT NULL CHECK (json_valid(body)),
  organization_id TEXT NOT NULL REFERENCES organization (key),
  receiver TEXT NOT NULL,
  due_at INTEGER,
  since INTEGER,
  waiting INTEGER NOT NULL CHECK (waiting >= 0)
) STRICT, WITHOUT ROWID;
CREATE INDEX delivery_lane_due ON delivery_lane (receiver, due_at, key) WHERE due_at IS NOT NULL;

CREATE TABLE delivery (
  key TEXT PRIMARY KEY NOT NULL,
  created_at INTEGER NOT NULL,
  version INTEGER NOT NULL,
  body TEXT NOT NULL CHECK (json_valid(body)),
  organization_id TEXT NOT NULL REFERENCES organization (key),
  receiver TEXT NOT NULL,
  subject TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'delivered', 'dead'))
) STRICT;
CREATE INDEX delivery_by_receiver ON delivery (receiver, created_at, key);
CREATE INDEX delivery_by_state ON delivery (receiver, state, created_at, key);
CREATE INDEX delivery_by_subject ON delivery (subject, created_at, key);
CREATE INDEX delivery_by_age ON delivery (created_at, key);
