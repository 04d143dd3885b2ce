-- Receivers of events, and events to deliver: each is written in the transaction of its change, once per receiver.
-- A lane holds the deliveries about one object to one receiver, in order.

CREATE TABLE webhook (
  key text COLLATE "C" PRIMARY KEY,
  created_at bigint NOT NULL,
  version bigint NOT NULL,
  body text COLLATE "C" NOT NULL,
  organization_id text COLLATE "C" NOT NULL REFERENCES organization (key)
);
CREATE INDEX webhook_by_organization ON webhook (organization_id, created_at, key);

CREATE TABLE delivery_lane (
  key text COLLATE "C" PRIMARY KEY,
  created_at bigint NOT NULL,
  version bigint NOT NULL,
  body text COLLATE "C" NOT NULL,
  organization_id text COLLATE "C" NOT NULL REFERENCES organization (key),
  receiver text COLLATE "C" NOT NULL,
  due_at bigint,
  since bigint,
  waiting bigint NOT NULL CHECK (waiting >= 0)
);
CREATE INDEX delivery_lane_due ON delivery_lane (receiver, due_at, key) WHERE due_at IS NOT NULL;

CREATE TABLE delivery (
  key text COLLATE "C" PRIMARY KEY,
  created_at bigint NOT NULL,
  version bigint NOT NULL,
  body text COLLATE "C" NOT NULL,
  organization_id text COLLATE "C" NOT NULL REFERENCES organization (key),
  receiver text COLLATE "C" NOT NULL,
  subject text COLLATE "C" NOT NULL,
  state text COLLATE "C" NOT NULL CHECK (state IN ('waiting', 'delivered', 'dead'))
);
CREATE INDEX delivery_by_receiver ON delivery (receiver, created_at, key);
CREATE INDEX delivery_by_state ON delivery (receiver, state, created_at, key);
CREATE INDEX delivery_by_subject ON delivery (subject, created_at, key);
CREATE INDEX delivery_by_age ON delivery (created_at, key);
