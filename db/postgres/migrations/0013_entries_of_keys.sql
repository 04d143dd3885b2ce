-- The last entry of a key, by which a receipt is accepted. Unlike a cast to JSON, this fails for no data.
CREATE INDEX log_entry_of_id ON log_entry (
  organization_id,
  substring(encode(data, 'escape') from '"id":"([^"]*)"'),
  log_index
);
