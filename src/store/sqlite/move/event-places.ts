import type { Database } from 'better-sqlite3';

/**
 * Numbers each audit event among those of its subject, and within the trail of its organization. PostgreSQL stores
 * these numbers in columns; a file only has its events in order.
 */
const PLACES = `
  DROP TABLE IF EXISTS temp.event_place;
  CREATE TEMP TABLE event_place (event INTEGER PRIMARY KEY, seq INTEGER NOT NULL, trail INTEGER);
  INSERT INTO temp.event_place (event, seq, trail)
  SELECT rowid, row_number() OVER (PARTITION BY subject_type, subject_id ORDER BY rowid), NULL FROM audit_event;
  UPDATE temp.event_place SET trail = placed.trail FROM (
    SELECT rowid AS event, row_number() OVER (PARTITION BY organization_id ORDER BY rowid) AS trail
    FROM audit_event WHERE subject_type <> 'checkout'
  ) AS placed WHERE placed.event = event_place.event;
  DROP TABLE IF EXISTS temp.event_trail;
  CREATE TEMP TABLE event_trail (organization_id TEXT, trail INTEGER, event INTEGER, PRIMARY KEY (organization_id, trail)) WITHOUT ROWID;
  INSERT INTO temp.event_trail
  SELECT audit_event.organization_id, place.trail, place.event
  FROM temp.event_place AS place JOIN audit_event ON audit_event.rowid = place.event WHERE place.trail IS NOT NULL;
  DROP TABLE IF EXISTS temp.event_of_cart;
  CREATE TEMP TABLE event_of_cart (subject_id TEXT, seq INTEGER, event INTEGER, PRIMARY KEY (subject_id, seq)) WITHOUT ROWID;
  INSERT INTO temp.event_of_cart
  SELECT audit_event.subject_id, place.seq, place.event
  FROM temp.event_place AS place JOIN audit_event ON audit_event.rowid = place.event WHERE place.trail IS NULL`;

/** Numbers the present audit events in temporary tables of this connection. */
export function numberEvents(database: Database): void {
  database.exec(PLACES);
}

/** Source of the audit events for each reading order, keyed by the first column of the reading order. */
export const EVENTS_IN_ORDER: Readonly<Record<string, string>> = {
  organization_id:
    'temp.event_trail AS placed CROSS JOIN temp.event_place AS place ON place.event = placed.event CROSS JOIN audit_event AS row ON row.rowid = placed.event',
  subject_id:
    'temp.event_of_cart AS placed CROSS JOIN temp.event_place AS place ON place.event = placed.event CROSS JOIN audit_event AS row ON row.rowid = placed.event',
};
