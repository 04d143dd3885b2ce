-- What happened in an organization, without its carts: agents change these all the time.
CREATE INDEX audit_event_of_organization ON audit_event (organization_id) WHERE subject_type <> 'checkout';
