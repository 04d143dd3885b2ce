import type { Database } from 'better-sqlite3';
import type { CheckResult } from '../../check/check-result.js';

const MAX_FAULTS = 100;

interface Violation {
  readonly table: string;
  readonly rowid: number | null;
  readonly parent: string;
}

/** Runs SQLite's checks of pages, tables, indexes and foreign keys. */
export function checkFile(database: Database): CheckResult {
  const said = database.prepare<[], string>(`PRAGMA integrity_check(${MAX_FAULTS})`).pluck().all();
  const violations = database.prepare<[], Violation>('PRAGMA foreign_key_check').all();
  const missing = violations
    .slice(0, MAX_FAULTS)
    .map(
      ({ table, rowid, parent }) => `row ${rowid ?? '?'} of ${table} refers to a row of ${parent} that is not there`,
    );
  return {
    part: 'file',
    count: Number(database.pragma('page_count', { simple: true })),
    faults: [...said.filter((line) => line !== 'ok'), ...missing],
  };
}
