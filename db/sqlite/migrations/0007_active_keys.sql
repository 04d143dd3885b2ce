-- The keys in use of an organization that has replaced many, for its public key set.

CREATE INDEX signing_key_active_by_age ON signing_key (organization_id, created_at, key) WHERE status = 'active';
