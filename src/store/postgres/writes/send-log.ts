import { completingLeaf } from '../../../attestation/merkle.js';
import type { AcceptedReceipt } from '../../../domain/receipt/receipt.js';
import { StoreConflict } from '../../../ports.js';
import type { Log } from '../../log/log.js';
import { joinPeaks, type LogHead } from '../../log/log-head.js';
import { POSTGRES_ENTRY_ID } from '../../sql/postgres-dialect.js';
import { columnTypes } from '../../tables/stored-columns.js';
import { PostgresFault } from '../connection/postgres-fault.js';
import type { Session, Value } from '../connection/session.js';
import { rowsOf } from '../connection/tables.js';
import type { LogChanges } from './changes.js';

type Heads = readonly (readonly [organizationId: string, head: LogHead])[];

const HEAD_COLUMNS = Object.entries(columnTypes('log_head'));
const BEGUN = insertInto('log_head');
const GROWN = `
  UPDATE log_head SET size = head.size, peaks = head.peaks, mac = head.mac, epoch = head.epoch
  FROM ${rowsOf('head', HEAD_COLUMNS)} WHERE log_head.organization_id = head.organization_id`;

const NODES = insertInto('log_node');
const ENTRIES = insertInto('log_entry');
/** The database numbers the entries, so that transactions that add to one log do not wait for each other. */
const PENDING = `
  INSERT INTO log_pending (organization_id, type, data, mac)
  SELECT added.organization_id, added.type, added.data, added.mac
  FROM ${rowsOf('added', [
    ['organization_id', 'text'],
    ['type', 'text'],
    ['data', 'bytea'],
    ['mac', 'bytea'],
  ])}`;
const SEQUENCED = `
  DELETE FROM log_pending USING ${rowsOf('done', [
    ['organization_id', 'text'],
    ['seq', 'bigint'],
  ])} WHERE log_pending.organization_id = done.organization_id AND log_pending.seq = done.seq`;
const CLOSED = insertInto('log_closed');
const UNSALTED = `
  UPDATE log_entry SET salt = NULL
  FROM ${rowsOf('gone', [
    ['organization_id', 'text'],
    ['id', 'text'],
  ])}
  WHERE log_entry.organization_id = gone.organization_id AND ${POSTGRES_ENTRY_ID} = gone.id AND log_entry.log_index < (
    SELECT max(later.log_index) FROM log_entry AS later
    WHERE later.organization_id = gone.organization_id AND ${POSTGRES_ENTRY_ID} = gone.id
  )`;
const RECEIPT_COLUMNS = Object.keys(columnTypes('receipt'));
const RECEIPTS = insertInto('receipt');

/** Inserts rows with one array parameter per column, in the order of the table's declaration. */
function insertInto(table: string): string {
  const columns = Object.entries(columnTypes(table));
  return `INSERT INTO ${table} (${columns.map(([name]) => name).join(', ')}) SELECT * FROM ${rowsOf('added', columns)}`;
}

/** Writes the heads of grown logs, each once for all new leaves. */
export function sendHeads(session: Session, changes: LogChanges, log: Log): Promise<unknown>[] {
  const grown = sealTrees(changes, log).filter(([id]) => !changes.begun.has(id));
  return grown.length > 0 ? [session.query(GROWN, headValues(grown))] : [];
}

/** Writes the heads of new logs, and all leaves. */
export function sendLeaves(session: Session, changes: LogChanges, log: Log, eachAlone: boolean): Promise<unknown>[] {
  const { nodes, entries, closed, receipts, pending, sequenced, unsalted } = changes;
  const begun = [...new Map([...changes.begun, ...sealTrees(changes, log).filter(([id]) => changes.begun.has(id))])];
  const groups = eachAlone ? receipts.map((one) => [one]) : [receipts].filter(({ length }) => length > 0);
  return [
    ...sent(session, BEGUN, begun.length, () => headValues(begun)),
    ...sent(session, ENTRIES, entries.length, () => [
      entries.map((entry) => entry.organization_id),
      entries.map((entry) => entry.log_index),
      entries.map((entry) => entry.type),
      entries.map((entry) => entry.data),
      entries.map((entry) => entry.salt),
    ]),
    ...groups.map((group) => sendReceipts(session, group)),
    ...sent(session, NODES, nodes.length, () => [
      nodes.map((node) => node.organization_id),
      nodes.map(completingLeaf),
      nodes.map((node) => node.level),
      nodes.map((node) => node.hash),
    ]),
    ...sent(session, SEQUENCED, sequenced.length, () => [
      sequenced.map((one) => one.organization_id),
      sequenced.map((one) => one.seq),
    ]),
    ...sent(session, PENDING, pending.length, () => [
      pending.map((one) => one.organization_id),
      pending.map((one) => one.type),
      pending.map((one) => one.data),
      pending.map((one) => one.mac),
    ]),
    ...sent(session, CLOSED, closed.length, () => [
      closed.map((one) => one.organization_id),
      closed.map((one) => one.epoch),
      closed.map((one) => one.public_key),
      closed.map((one) => one.statement),
    ]),
    ...sent(session, UNSALTED, unsalted.length, () => [
      unsalted.map((one) => one.organization_id),
      unsalted.map((one) => one.id),
    ]),
  ];
}

/**
 * @throws StoreConflict if a receipt that is sent alone has a duplicate id, or another receipt of its job
 * already has its place
 */
async function sendReceipts(session: Session, group: readonly AcceptedReceipt[]): Promise<void> {
  try {
    const rows = group.map(
      (receipt): Readonly<Record<string, string | number | Uint8Array | null>> => ({ ...receipt }),
    );
    const columns = RECEIPT_COLUMNS.map((name) => rows.map((row) => row[name] ?? null));
    await session.query(RECEIPTS, columns);
  } catch (error) {
    const [only, ...others] = group;
    if (only && others.length === 0 && error instanceof PostgresFault && error.isTaken)
      throw new StoreConflict('exists', 'receipt', only.id);
    throw error;
  }
}

function sent(session: Session, text: string, count: number, values: () => Value[]): Promise<unknown>[] {
  return count > 0 ? [session.query(text, values())] : [];
}

function sealTrees({ trees }: LogChanges, log: Log): Heads {
  return [...trees]
    .map(([id, tree]) => [id, log.sealHead(id, tree)] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1));
}

function headValues(heads: Heads): Value[] {
  return [
    heads.map(([id]) => id),
    heads.map(([, { size }]) => size),
    heads.map(([, head]) => joinPeaks(head)),
    heads.map(([, { mac }]) => mac),
    heads.map(([, { epoch }]) => epoch),
  ];
}
