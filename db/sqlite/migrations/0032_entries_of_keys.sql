-- The last entry of a key, by which a receipt is accepted. Only a cast to text is compared with a key by the index.
CREATE INDEX log_entry_of_id ON log_entry (
  organization_id,
  CAST(CASE WHEN json_valid(CAST(data AS TEXT)) THEN CAST(data AS TEXT) ->> '$.id' END AS TEXT),
  log_index
);
