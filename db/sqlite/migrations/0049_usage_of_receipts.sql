-- Receipts are counted when the head of their log is written, once per transaction. A trigger on each inserted receipt
-- makes SQLite copy every page that the insert changes.
DROP TRIGGER usage_of_receipt_added;
DROP TRIGGER usage_of_receipt_removed;

CREATE TRIGGER usage_of_log_begun AFTER INSERT ON log_head WHEN NEW.size > 0 BEGIN
  INSERT INTO usage
  SELECT NEW.organization_id, 0, 0, 0, 0, count(*), sum(octet_length(signed_bytes) + coalesce(octet_length(metadata), 0))
  FROM receipt WHERE organization_id = NEW.organization_id AND log_index < NEW.size HAVING count(*) > 0
  ON CONFLICT (organization_id, slot) DO UPDATE SET stored_rows = stored_rows + excluded.stored_rows, bytes = bytes + excluded.bytes;
END;

CREATE TRIGGER usage_of_log_grown AFTER UPDATE OF size ON log_head WHEN NEW.size > OLD.size BEGIN
  INSERT INTO usage
  SELECT NEW.organization_id, 0, 0, 0, 0, count(*), sum(octet_length(signed_bytes) + coalesce(octet_length(metadata), 0))
  FROM receipt WHERE organization_id = NEW.organization_id AND log_index >= OLD.size AND log_index < NEW.size HAVING count(*) > 0
  ON CONFLICT (organization_id, slot) DO UPDATE SET stored_rows = stored_rows + excluded.stored_rows, bytes = bytes + excluded.bytes;
END;

-- A receipt has been counted if the head covers it.
CREATE TRIGGER usage_of_receipt_removed AFTER DELETE ON receipt
WHEN OLD.log_index < (SELECT size FROM log_head WHERE organization_id = OLD.organization_id) BEGIN
  UPDATE usage SET stored_rows = stored_rows - 1,
    bytes = bytes - octet_length(OLD.signed_bytes) - coalesce(octet_length(OLD.metadata), 0)
  WHERE organization_id = OLD.organization_id AND slot = 0;
END;
