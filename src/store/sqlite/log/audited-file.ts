import { auditStore } from '../../log/audited-rows.js';
import type { LogAuditStore } from '../../log/log-audit-rows.js';
import { isFileFault } from '../file/driver-errors.js';
import { dropPages } from '../file/drop-pages.js';
import { QueryReader } from '../file/query-reader.js';
import type { ReadOnlyFile } from '../file/read-only-file.js';
import { rollBack } from '../file/roll-back.js';

/** Reads the rows of a file for an audit. Each `look` sees one snapshot, so they take turns on the connection. */
export function auditedFile({ database, close }: ReadOnlyFile): LogAuditStore {
  const reader = new QueryReader(database);
  let last: Promise<unknown> = Promise.resolve();
  return auditStore((look) => {
    const turn = last.then(async () => {
      try {
        database.exec('BEGIN');
        return await look(async (reads) => reader.read(reads));
      } catch (error) {
        // Pages that were read wrongly would stay in the cache.
        if (isFileFault(error)) dropPages(database);
        throw error;
      } finally {
        rollBack(database);
      }
    });
    last = turn.catch(() => undefined);
    return turn;
  }, close);
}
