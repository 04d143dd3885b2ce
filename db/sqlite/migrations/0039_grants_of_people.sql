-- Grants by the person who gave them.
ALTER TABLE api_key ADD COLUMN grant_person TEXT;
CREATE INDEX api_key_by_person ON api_key (grant_person, organization_id, created_at, key) WHERE grant_person IS NOT NULL;
