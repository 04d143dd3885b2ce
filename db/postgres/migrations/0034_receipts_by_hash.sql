-- Hashes are random, so their index changed a page of its own for each receipt, which goes to the WAL as a whole after each
-- checkpoint. Now each 16,384 leaves of a log have a part of the index, which is searched part by part. Two receipts with
-- one hash would be for one job, of which receipt_of_job allows one. A plan may be kept from when the table was empty,
-- so the search must fit none of the other indexes, which begin with organization_id itself.
ALTER TABLE receipt DROP CONSTRAINT receipt_organization_id_receipt_hash_key;
CREATE INDEX receipt_by_hash ON receipt ((organization_id || ''), (log_index >> 14), left(receipt_hash, 16));
