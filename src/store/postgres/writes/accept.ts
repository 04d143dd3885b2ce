import type { AcceptedReceipt } from '../../../domain/receipt/receipt.js';
import type { TableName, Wanted } from '../../../ports.js';
import { argumentsOf, type FetchedData } from '../../fetched-data.js';
import type { KnownRows } from '../rows/known-rows.js';
import type { Changes, RowWrite } from './changes.js';
import { toWrittenRow } from './row-write.js';

type Whole = keyof FetchedData['whole'];

/** Reads whose results may change after a write to a table. */
const READS_OF: Partial<Readonly<Record<TableName, readonly Whole[]>>> = {
  shop: ['countShops', 'usage'],
  deployment: ['usage'],
  agent: ['usage'],
  consumer: ['usage'],
  api_key: ['usage'],
  item: ['hasItems', 'variants', 'usage'],
  discount: ['automaticDiscounts', 'usage'],
  signing_key: ['signingKeyByFingerprint', 'activeSigningKey', 'usage'],
  checkout: ['currentCheckout', 'usage'],
  order: ['orderByContext', 'usage'],
};

/**
 * Updates the known rows with the changes of an accepted decision, before they are stored. Rows removed here are read
 * again from the database, which has been sent the changes by then.
 */
export function applyAccepted(known: KnownRows, changes: Changes): void {
  for (const { table, key, put } of changes.rows.values()) {
    learnRow(known.data, table, key, put);
    for (const read of READS_OF[table] ?? []) known.data.whole[read].clear();
  }
  for (const { name, key, value } of changes.counters.values()) {
    known.data.counters[name].set(key, { answer: value ?? undefined });
    if (name === 'media_bytes') known.data.whole.usage.clear();
  }
  for (const [key, { indexed }] of changes.items) known.indexed.set(key, indexed);
  for (const [id, head] of changes.log.begun) known.trees.set(id, head);
  for (const [id, tree] of changes.log.trees) known.trees.set(id, tree);
  for (const receipt of changes.log.receipts) forgetReceipt(known.data, receipt);
  for (const id of [...changes.log.begun.keys(), ...changes.log.trees.keys()]) forgetLog(known, id);
}

/** Later readers get the row as the database would return it: after a round trip through JSON. */
function learnRow<T extends TableName>(data: FetchedData, table: T, key: string, put: RowWrite | undefined): void {
  data.rowsOf(table).set(key, {
    get answer() {
      return put && toWrittenRow(table, put);
    },
  });
}

function forgetLog({ data, heads }: KnownRows, organizationId: string): void {
  heads.delete(organizationId);
  forget(data, ['logHead', organizationId]);
  data.whole.logLeaves.clear();
  data.whole.closedLogs.clear();
}

/**
 * Drops only the reads that this receipt can change, so that reads prefetched for other receipts of the batch stay
 * valid.
 */
function forgetReceipt(data: FetchedData, receipt: AcceptedReceipt): void {
  data.whole.usage.clear();
  const { organization_id, id, receipt_hash, agent_id, job_id, supersedes } = receipt;
  forget(data, ['receipt', id]);
  forget(data, ['receiptByHash', organization_id, receipt_hash]);
  forget(data, ['receiptOfJob', organization_id, agent_id, job_id]);
  forget(data, ['receiptSuperseding', organization_id, agent_id, job_id, supersedes ?? '']);
}

function forget(
  data: FetchedData,
  wanted: Exclude<Wanted, readonly ['get' | 'many' | 'counters', ...unknown[]]>,
): void {
  data.whole[wanted[0]].delete(argumentsOf(wanted));
}
