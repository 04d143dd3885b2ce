import type { Database } from 'better-sqlite3';
import type { CheckResult, OnOrders, OpenedCheck } from '../../check/check-result.js';
import { checkRows } from '../../check/check-rows.js';
import { readNow } from '../../sql/reads.js';
import { assertOurs } from '../file/file-check.js';
import { isBare } from '../file/file-mark.js';
import { newestVersion, userVersion } from '../file/migrate.js';
import { withNamedFaults } from '../file/open-faults.js';
import { QueryReader } from '../file/query-reader.js';
import { hasPending, openReadOnly } from '../file/read-only-file.js';
import { rollBack } from '../file/roll-back.js';
import { checkFile, findDamage } from './check-file.js';

/**
 * Opens a database file to check it.
 * @throws Error if it cannot be opened, with the reason
 * @throws DatabaseFault if it is not a database of this program, or belongs to a newer version
 */
export function openCheck(path: string): OpenedCheck {
  return withNamedFaults(path, () => openFile(path));
}

function openFile(path: string): OpenedCheck {
  assertOurs(path, false);
  const hadLog = hasPending(path);
  const { database, close } = openReadOnly(path);
  const isEarlier = userVersion(database) < newestVersion();
  return {
    isEarlier,
    isBare: isBare(path, database, hadLog),
    run: async (onOrders) => runParts(database, isEarlier, onOrders),
    close: async () => close(),
  };
}

function runParts(database: Database, isEarlier: boolean, onOrders: OnOrders): readonly CheckResult[] {
  database.exec('BEGIN');
  try {
    const damage = findDamage(database);
    const file = checkFile(database, damage);
    return isEarlier || damage.length > 0 ? [file] : [file, ...readNow(checkRows(onOrders), new QueryReader(database))];
  } finally {
    // A COMMIT would fail after a corrupted page was read.
    rollBack(database);
  }
}
