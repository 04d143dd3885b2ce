import type { OpenedCheck } from '../../check/check-result.js';
import { checkRows } from '../../check/check-rows.js';
import { readSoon } from '../../sql/reads.js';
import { Connections } from '../connection/connections.js';
import { missingMigrations } from '../connection/migrate.js';
import { QueryReader } from '../connection/query-reader.js';
import { CHECK_TIMEOUT_MS, readInTransaction } from '../connection/transaction.js';

/**
 * Opens a database on a server to check its rows. Damage to the storage of tables and indexes is not checked; use the
 * server's own tools for that.
 * @throws Error if it cannot be reached
 * @throws DatabaseFault if it belongs to a newer version
 */
export async function openCheck(url: string): Promise<OpenedCheck> {
  const connections = new Connections(url, 1);
  const close = () => connections.close();
  try {
    return {
      isEarlier: (await missingMigrations(connections)).length > 0,
      isBare: false,
      run: (onOrders) =>
        readInTransaction(connections, (session) => readSoon(checkRows(onOrders), new QueryReader(session)), {
          statementMs: CHECK_TIMEOUT_MS,
          plansEach: true,
        }),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
