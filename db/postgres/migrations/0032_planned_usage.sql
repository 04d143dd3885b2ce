-- The server parsed and planned the statement of an SQL function on each call: once for each cart that was bought, besides once
-- for each insert. A session plans a statement of a PL/pgSQL function once.
CREATE OR REPLACE FUNCTION add_usage(organization text, keys bigint, items bigint, carts bigint, added bigint, bytes bigint) RETURNS void
LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO usage VALUES ($1, pg_backend_pid() % 16, $2, $3, $4, $5, $6)
  ON CONFLICT (organization_id, slot) DO UPDATE SET api_keys = usage.api_keys + excluded.api_keys, items = usage.items + excluded.items,
    open_carts = usage.open_carts + excluded.open_carts, stored_rows = usage.stored_rows + excluded.stored_rows,
    bytes = usage.bytes + excluded.bytes;
END $$;
