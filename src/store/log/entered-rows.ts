import { isGrantEntry, isOrderEntry, readEntry } from '../../attestation/log-entry.js';
import { groupBy } from '../../domain/values/group-by.js';
import type { PendingEntry, WaitingEntry } from '../../ports.js';
import { compareGrants, findUnenteredGrants } from './entered-grants.js';
import { compareOrders, findUnenteredOrders } from './entered-orders.js';
import { type EntryRow, entryOf, type LogAuditRows } from './log-audit-rows.js';
import type { LogCoverage } from './log-head.js';
import type { EnteredRows, RowFault } from './row-fault.js';

/** Entries that wait for their places in the log, by the row that they are about. */
export type WaitingEntries = EnteredRows<WaitingEntry>;

/**
 * Reads entries that wait for their places in a log. `faults` describes those that the portal did not write, if `isOurs`
 * is given.
 */
export function readWaiting(
  pending: readonly PendingEntry[],
  isOurs: (entry: PendingEntry) => boolean = () => true,
): { readonly waiting: WaitingEntries; readonly faults: readonly string[] } {
  const waiting = new Map<string, WaitingEntry[]>();
  const faults: string[] = [];
  for (const one of pending) {
    const entry = readEntry(one.data);
    if (!entry || !(isOrderEntry(entry) || isGrantEntry(entry)) || entry.type !== one.type || !isOurs(one))
      faults.push(`waiting entry ${one.seq} is not one that the portal wrote`);
    else waiting.set(entry.id, [...(waiting.get(entry.id) ?? []), entry]);
  }
  return { waiting, faults };
}

/**
 * Describes the orders and grants of these entries that are not as their last entry says. One with a later entry is
 * skipped: it is checked there. So are those of `readWaiting`, which is called only if there are faults.
 */
export async function findEnteredFaults(
  rows: LogAuditRows,
  entries: readonly EntryRow[],
  readWaiting: () => Promise<ReadonlySet<string>>,
): Promise<readonly string[]> {
  const last = new Map<string, number>();
  for (const { entry, log_index } of entries.flatMap(enteredRowOf)) last.set(entry.id, log_index);
  const stored = await readById(rows, [...last.keys()]);
  const ending = [...last].flatMap(([id, index]) => {
    const ofRow = stored.get(id) ?? [];
    return ofRow.at(-1)?.log_index === index ? [[id, ofRow.map(({ entry }) => entry)] as const] : [];
  });
  const faults = await compareRows(rows, new Map(ending));
  if (faults.length === 0) return [];
  const waiting = await readWaiting();
  return faults.flatMap(({ id, text }) => (waiting.has(id) ? [] : [text]));
}

/** Describes the orders and grants that are not as their entries say, of those with entries that wait. */
export async function findWaitingFaults(rows: LogAuditRows, waiting: WaitingEntries): Promise<readonly string[]> {
  const stored = await readById(rows, [...waiting.keys()]);
  const all = [...waiting].map(([id, later]) => {
    const earlier = stored.get(id) ?? [];
    return [id, [...earlier.map(({ entry }) => entry), ...later]] as const;
  });
  return (await compareRows(rows, new Map(all))).map(({ text }) => text);
}

/** Describes orders and grants of the organization without any entry, as far as its log covers them. */
export async function findUnenteredFaults(
  rows: LogAuditRows,
  waiting: WaitingEntries,
  { covers_rows, covers_grants }: LogCoverage,
): Promise<readonly string[]> {
  const ids = [...waiting.keys()];
  return [
    ...(covers_rows ? await findUnenteredOrders(rows, ids) : []),
    ...(covers_grants ? await findUnenteredGrants(rows, ids) : []),
  ];
}

async function compareRows(rows: LogAuditRows, entered: WaitingEntries): Promise<readonly RowFault[]> {
  return [
    ...(await compareOrders(rows, ofType(entered, isOrderEntry))),
    ...(await compareGrants(rows, ofType(entered, isGrantEntry))),
  ];
}

function ofType<E extends WaitingEntry>(
  entered: WaitingEntries,
  isOfType: (entry: WaitingEntry) => entry is E,
): EnteredRows<E> {
  const found = [...entered].map(([id, entries]) => [id, entries.filter(isOfType)] as const);
  return new Map(found.filter(([, entries]) => entries.length > 0));
}

interface EnteredRow {
  readonly log_index: number;
  readonly entry: WaitingEntry;
}

async function readById(rows: LogAuditRows, ids: readonly string[]): Promise<ReadonlyMap<string, EnteredRow[]>> {
  if (ids.length === 0) return new Map();
  return groupBy((await rows.entriesOf(ids)).flatMap(enteredRowOf), ({ entry }) => entry.id);
}

function enteredRowOf(row: EntryRow): EnteredRow[] {
  const entry = entryOf(row);
  return entry && (isOrderEntry(entry) || isGrantEntry(entry)) ? [{ log_index: row.log_index, entry }] : [];
}
