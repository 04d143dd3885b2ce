import Sqlite from 'better-sqlite3';
import { unpacked } from '../../src/calls/packed-outcome.js';

/** Looks at the answers kept for repeats beside the portal, through a connection of its own. */

const query = (database: string, sql: string): unknown[][] => {
  const file = new Sqlite(database, { readonly: true, fileMustExist: true });
  try {
    return file
      .prepare(sql)
      .raw()
      .all()
      .map((row) => (Array.isArray(row) ? row : []));
  } finally {
    file.close();
  }
};

/** What each caller's records say that they take up, added up over all of them. */
export function summedBytes(database: string): Record<string, unknown> {
  return Object.fromEntries(
    query(
      database,
      `SELECT json_extract(body, '$.caller_id') AS caller, sum(json_extract(body, '$.bytes')) FROM idempotency
       WHERE caller IS NOT NULL GROUP BY caller`,
    ),
  );
}

/** What the counters say that each caller's records take up; those at zero left out. */
export function countedBytes(database: string): Record<string, unknown> {
  return Object.fromEntries(
    query(database, `SELECT key, value FROM counter WHERE name = 'answer_bytes' AND value > 0`),
  );
}

export function recordIds(database: string): string[] {
  return query(database, 'SELECT key FROM idempotency ORDER BY key').map(([id]) => String(id));
}

/** The body of a record with its outcome in the clear, where it is not sealed. */
export function readableRecord(body: string): string {
  const { outcome, ...record } = JSON.parse(body);
  try {
    return JSON.stringify({ ...record, outcome: unpacked(outcome) });
  } catch {
    return body;
  }
}
