import { StoreConflict, type TableName } from '../../../ports.js';
import { columnTypes } from '../../tables/stored-columns.js';
import { TABLE_NAMES } from '../../tables/tables.js';
import { PostgresFault } from '../connection/postgres-fault.js';
import type { Session, Value } from '../connection/session.js';
import { quote, rowsOf } from '../connection/tables.js';
import type { Changes, ColumnValues, RowChange, RowWrite } from './changes.js';

/** Each write gives an order the next number of its shop. The lock of the organization keeps others from taking it. */
const NEXT_CHANGE = (shop: string) =>
  `(SELECT coalesce(max(earlier.changed), 0) FROM "order" AS earlier WHERE earlier.shop_id = ${shop}) + written.nth`;

/** Rows of this table are sent one by one, in order: a new key takes the place of the key retired before it. */
const IN_ORDER = 'signing_key';

/** Columns of the parameters that an update does not copy. */
const NOT_SET: ReadonlySet<string> = new Set(['key', 'nth', 'version', 'replaces']);

type Put = RowChange & { readonly put: RowWrite };

/**
 * Sends the removed, updated and new rows of each table in one statement each. With `eachAlone`, sends each written row
 * in a separate statement, to find out which one is rejected.
 * @throws StoreConflict `exists` if a unique column of a row that is sent alone has the value of another row
 * @throws PostgresFault
 */
export function sendRows(session: Session, changes: Changes, eachAlone: boolean): Promise<unknown>[] {
  const written = [...changes.rows.values()];
  return TABLE_NAMES.flatMap((table) => {
    const ofTable = written.filter((change) => change.table === table);
    const removed = ofTable.filter(({ isRemoved }) => isRemoved).map(({ key }) => key);
    const puts = ofTable.filter(isPut);
    const groups = table === IN_ORDER ? puts.map((put) => [put]) : groupsOf(puts, eachAlone);
    return [
      ...(removed.length > 0 ? [session.query(`DELETE FROM ${quote(table)} WHERE key = ANY($1)`, [removed])] : []),
      ...groups.map((group) =>
        nameConflict(
          group,
          group[0]?.put.isNew ? insert(session, table, group, changes) : update(session, table, group, changes),
        ),
      ),
    ];
  });
}

const PARTS = `
  INSERT INTO shared_part (shop_id, hash, body) SELECT * FROM ${rowsOf('part', [
    ['shop_id', 'text'],
    ['hash', 'text'],
    ['body', 'text'],
  ])} ON CONFLICT DO NOTHING`;

/** Sends shared parts, after the shops to which they refer. */
export function sendParts(session: Session, { parts }: Changes): Promise<unknown>[] {
  if (parts.size === 0) return [];
  const sorted = [...parts].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, part]) => part);
  const values = [sorted.map(({ shop_id }) => shop_id), sorted.map(({ hash }) => hash), sorted.map(({ body }) => body)];
  return [session.query(PARTS, values)];
}

function isPut(change: RowChange): change is Put {
  return change.put !== undefined;
}

function byKey(one: RowChange, other: RowChange): number {
  return one.key < other.key ? -1 : 1;
}

/**
 * Splits writes into updates and inserts, updates first: an existing row may give up a unique value that a new one
 * takes.
 */
function groupsOf(puts: readonly Put[], eachAlone: boolean): (readonly Put[])[] {
  const kinds = [puts.filter(({ put }) => !put.isNew).sort(byKey), puts.filter(({ put }) => put.isNew)];
  return kinds.flatMap((kind) => (eachAlone ? kind.map((put) => [put]) : kind.length > 0 ? [kind] : []));
}

async function nameConflict(group: readonly Put[], sent: Promise<unknown>): Promise<void> {
  try {
    await sent;
  } catch (error) {
    const [only, ...others] = group;
    if (only && others.length === 0 && error instanceof PostgresFault && error.isTaken)
      throw new StoreConflict('exists', only.table, only.key);
    throw error;
  }
}

function insert(session: Session, table: TableName, group: readonly Put[], changes: Changes) {
  const [columns, values] = parametersOf(table, group, changes);
  const names = columns.map(([name]) => name).filter((name) => name !== 'nth');
  const read = names.map((name) => `written.${quote(name)}`);
  const [into, from] =
    table === 'order'
      ? [
          [...names, 'changed'],
          [...read, NEXT_CHANGE('written.shop_id')],
        ]
      : [names, read];
  // Inserts in the order of the list, since items are numbered when they are inserted.
  return session.query(
    `INSERT INTO ${quote(table)} (${into.map(quote).join(', ')})
     SELECT ${from.join(', ')} FROM ${orderOf(columns)} ORDER BY written.place`,
    values,
  );
}

function update(session: Session, table: TableName, group: readonly Put[], changes: Changes) {
  const [columns, values] = parametersOf(table, group, changes);
  const sets = columns
    .map(([name]) => name)
    .filter((name) => !NOT_SET.has(name))
    .map((name) => `${quote(name)} = written.${quote(name)}`);
  // Locks exclude other writers of the scope. If one still wrote, null violates NOT NULL and the transaction runs again.
  sets.push(`version = CASE WHEN ${quote(table)}.version = written.replaces THEN written.version END`);
  if (table === 'order') sets.push(`changed = ${NEXT_CHANGE('"order".shop_id')}`);
  return session.query(
    `UPDATE ${quote(table)} SET ${sets.join(', ')} FROM ${rowsOf('written', columns)} WHERE ${quote(table)}.key = written.key`,
    values,
  );
}

type Columns = readonly (readonly [name: string, type: string])[];

function parametersOf(table: TableName, group: readonly Put[], changes: Changes): [Columns, Value[]] {
  const rows = group.map(
    ({ key, put: { version, replaces, body, isNew, values } }): ColumnValues => ({
      ...{ key, version, body, ...values },
      ...(!isNew && { replaces }),
    }),
  );
  const types: Readonly<Record<string, string>> = { ...columnTypes(table), replaces: 'bigint' };
  const columns = Object.keys(rows[0] ?? {})
    .sort()
    .map((name) => [name, types[name] ?? 'text'] as const);
  const values = columns.map(([name]): Value => rows.map((row) => sqlValue(row[name])));
  if (table !== 'order') return [columns, values];
  return [
    [...columns, ['nth', 'bigint']],
    [...values, placesOf(group, changes)],
  ];
}

function sqlValue(value: ColumnValues[string] | undefined): string | number | null {
  return typeof value === 'boolean' ? Number(value) : (value ?? null);
}

/** Returns the position of each order's last write among the writes of its shop's orders in this group. */
function placesOf(group: readonly Put[], { orders }: Changes): number[] {
  const keys = new Set(group.map(({ key }) => key));
  const written = orders.filter(({ id }) => keys.has(id));
  const counts = new Map<string, number>();
  const places = new Map<string, number>();
  for (const { shop_id, id } of written) {
    const place = (counts.get(shop_id) ?? 0) + 1;
    counts.set(shop_id, place);
    places.set(id, place);
  }
  return group.map(({ key }) => places.get(key) ?? 1);
}

function orderOf(columns: Columns): string {
  return rowsOf('written', columns)
    .replace(' AS written (', ' WITH ORDINALITY AS written (')
    .replace(/\)$/, ', place)');
}
