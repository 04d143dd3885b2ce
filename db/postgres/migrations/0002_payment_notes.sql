-- What payment handlers keep, for all processes on the database.
CREATE TABLE payment_note (
  key text COLLATE "C" PRIMARY KEY,
  created_at bigint NOT NULL,
  version bigint NOT NULL,
  body text COLLATE "C" NOT NULL
);
