import { auditStore } from '../../log/audited-rows.js';
import type { LogAuditStore } from '../../log/log-audit-rows.js';
import type { Connections } from '../connection/connections.js';
import { QueryReader } from '../connection/query-reader.js';
import { readInTransaction } from '../connection/transaction.js';

/**
 * Reads the rows of a database for an audit. Each `look` sees one snapshot. `statementMs`: time limit of a statement, if
 * it is not that of all reads.
 */
export function auditedServer(connections: Connections, statementMs?: number): LogAuditStore {
  return auditStore(
    (look) =>
      readInTransaction(
        connections,
        (session) => {
          const reader = new QueryReader(session);
          return look((reads) => reader.read(reads));
        },
        { ...(statementMs !== undefined && { statementMs }) },
      ),
    () => void connections.close(),
  );
}
