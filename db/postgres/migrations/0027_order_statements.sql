-- Signatures of shops over their orders. The key is that of the order.
CREATE TABLE order_statement (
  key text COLLATE "C" PRIMARY KEY REFERENCES "order" (key),
  created_at bigint NOT NULL,
  version bigint NOT NULL,
  body text COLLATE "C" NOT NULL
);
