import { auditStore } from '../../log/audited-rows.js';
import type { LogAuditStore } from '../../log/log-audit-rows.js';
import { QueryReader } from '../file/query-reader.js';
import type { ReadOnlyFile } from '../file/read-only-file.js';

/** Reads the rows of a file for an audit. Each `look` sees one snapshot, so they take turns on the connection. */
export function auditedFile({ database, close }: ReadOnlyFile): LogAuditStore {
  const reader = new QueryReader(database);
  let last: Promise<unknown> = Promise.resolve();
  return auditStore((look) => {
    const turn = last.then(async () => {
      database.exec('BEGIN');
      try {
        return await look(async (reads) => reader.read(reads));
      } finally {
        database.exec('COMMIT');
      }
    });
    last = turn.catch(() => undefined);
    return turn;
  }, close);
}
