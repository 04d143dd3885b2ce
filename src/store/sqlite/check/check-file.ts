import type { Database } from 'better-sqlite3';
import type { CheckResult } from '../../check/check-result.js';
import { isCorrupt } from '../file/driver-errors.js';

const MAX_FAULTS = 100;

interface Violation {
  readonly table: string;
  readonly rowid: number | null;
  readonly parent: string;
}

/** Lists faults that SQLite finds in pages, tables and indexes. If there are any, reading rows can fail. */
export function findDamage(database: Database): readonly string[] {
  const lines: string[] = [];
  try {
    const check = database.prepare<[], string>(`PRAGMA integrity_check(${MAX_FAULTS})`).pluck();
    for (const line of check.iterate()) lines.push(line);
  } catch (error) {
    // The check ends at a page that it cannot read, after naming the page.
    if (!isCorrupt(error) || lines.length === 0) throw error;
  }
  return lines.filter((line) => line !== 'ok');
}

/** Builds the result for the file: its damage or, if there is none, references to rows that do not exist. */
export function checkFile(database: Database, damage: readonly string[]): CheckResult {
  const count = Number(database.pragma('page_count', { simple: true }));
  return { part: 'file', count, faults: damage.length > 0 ? damage : findMissingRows(database) };
}

function findMissingRows(database: Database): readonly string[] {
  const violations = database.prepare<[], Violation>('PRAGMA foreign_key_check').all();
  return violations
    .slice(0, MAX_FAULTS)
    .map(
      ({ table, rowid, parent }) => `row ${rowid ?? '?'} of ${table} refers to a row of ${parent} that is not there`,
    );
}
