import type { Database } from 'better-sqlite3';
import type { AcceptedReceipt } from '../../../domain/receipt/receipt.js';
import { readReceiptsAfter } from '../../log/log-reads.js';
import { QueryReader } from '../file/query-reader.js';

/** Maximum number of receipts in memory. */
const RECEIPTS_PER_READ = 1_000;

/**
 * Yields every receipt of an organization, in order of log index. Reads in portions, so that the caller may write rows
 * in between.
 */
export function* readReceipts(database: Database, organizationId: string): Generator<AcceptedReceipt> {
  const reader = new QueryReader(database);
  for (let after = -1; ; ) {
    const receipts = reader.read(readReceiptsAfter(organizationId, after, RECEIPTS_PER_READ));
    yield* receipts;
    const last = receipts.at(-1);
    if (!last || receipts.length < RECEIPTS_PER_READ) return;
    after = last.log_index;
  }
}
