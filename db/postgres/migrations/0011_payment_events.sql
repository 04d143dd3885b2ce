-- Events of payment providers that were accepted, by handler, shop and the provider's id, so that a repeated one has no effect.
CREATE TABLE payment_event (
  key text COLLATE "C" PRIMARY KEY,
  created_at bigint NOT NULL,
  version bigint NOT NULL,
  body text COLLATE "C" NOT NULL
);
CREATE INDEX payment_event_by_age ON payment_event (created_at, key);
