import type { Database } from 'better-sqlite3';
import type { AcceptedReceipt } from '../../../domain/receipt/receipt.js';

/** Receipts in memory at once. */
const RECEIPTS_PER_READ = 1_000;

/** Every receipt of an organization, by log index. Reads in portions, so that the caller may write rows meanwhile. */
export function* readReceipts(database: Database, organizationId: string): Generator<AcceptedReceipt> {
  const portion = database.prepare<[string, number, number], AcceptedReceipt>(
    'SELECT * FROM receipt WHERE organization_id = ? AND log_index > ? ORDER BY log_index LIMIT ?',
  );
  for (let after = -1; ; ) {
    const receipts = portion.all(organizationId, after, RECEIPTS_PER_READ);
    yield* receipts;
    const last = receipts.at(-1);
    if (!last || receipts.length < RECEIPTS_PER_READ) return;
    after = last.log_index;
  }
}
