-- Accounts of shops at payment providers. Their secrets are encrypted with the log key.
CREATE TABLE payment_account (
  key text COLLATE "C" PRIMARY KEY,
  created_at bigint NOT NULL,
  version bigint NOT NULL,
  body text COLLATE "C" NOT NULL,
  shop_id text COLLATE "C" NOT NULL REFERENCES shop (key)
);
