-- A payment is a row of its own, which begins with its checkout's attempt and continues with the order. Payments that an
-- earlier version began get their row when they change.
CREATE TABLE payment (
  key text COLLATE "C" PRIMARY KEY,
  created_at bigint NOT NULL,
  version bigint NOT NULL,
  body text COLLATE "C" NOT NULL,
  shop_id text COLLATE "C" NOT NULL REFERENCES shop (key),
  checkout_id text COLLATE "C" NOT NULL REFERENCES checkout (key),
  due_at bigint
);
CREATE INDEX payment_due ON payment (due_at, key) WHERE due_at IS NOT NULL;
