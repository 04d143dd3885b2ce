-- Chain of delegations with which a receipt was submitted, as canonical JSON. The leaf has its hash.
ALTER TABLE receipt ADD COLUMN delegation text COLLATE "C";
