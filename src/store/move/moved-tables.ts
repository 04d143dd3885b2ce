import { columnTypes } from '../tables/stored-columns.js';
import { TABLE_NAMES, TABLES } from '../tables/tables.js';

/** A table, or a part of one, whose rows are copied in an order that both engines have. */
export interface MovedTable {
  readonly name: string;
  /** Names that no other table or part has. */
  readonly title: string;
  /** Those that both engines have, or can say. */
  readonly columns: readonly string[];
  /** Their types as PostgreSQL names them. */
  readonly types: readonly string[];
  /** Columns of the order in which rows are read; no two rows have the same. */
  readonly order: readonly string[];
  /** Columns of the primary key. */
  readonly key: readonly string[];
  /** SQL condition; undefined = all rows. */
  readonly only?: string;
  /** A new row may take the place of another one, such as the cart of a buyer: what is there is written before what is new. */
  readonly takesPlaces?: boolean;
  /** Rows that are read at once. */
  readonly page: number;
}

/** Rows with a body may have many kilobytes. */
const WIDE = 200;
const NARROW = 2_000;

/** What an engine has for itself, or makes of other columns when they are written. */
const OWN_COLUMNS: Readonly<Record<string, readonly string[]>> = { item_search: ['tokens'] };

interface Described extends Partial<Pick<MovedTable, 'order' | 'key' | 'only' | 'takesPlaces' | 'page' | 'title'>> {}

function moved(name: string, described: Described = {}): MovedTable {
  const own = OWN_COLUMNS[name] ?? [];
  const columns = Object.entries(columnTypes(name)).filter(([column]) => !own.includes(column));
  const order = described.order ?? described.key ?? ['key'];
  return {
    name,
    title: name,
    columns: columns.map(([column]) => column),
    types: columns.map(([, type]) => type),
    key: order,
    page: WIDE,
    ...described,
    order,
  };
}

const ofLog = (...columns: string[]): Described => ({ key: ['organization_id', ...columns], page: NARROW });

/** Tables that others refer to come first. */
export const MOVED_TABLES: readonly MovedTable[] = [
  ...TABLE_NAMES.map((name) => {
    const { by, takesPlaces = false } = TABLES[name].move ?? {};
    return moved(name, { takesPlaces, ...(by && { key: by }) });
  }),
  moved('item_search', { key: ['seq'] }),
  moved('vocabulary', { key: ['shop_id', 'word', 'term'], page: NARROW }),
  moved('counter', { key: ['name', 'key'], page: NARROW }),
  moved('stock_movement', { key: ['key', 'seq'], page: NARROW }),
  moved('shared_part', { key: ['shop_id', 'hash'] }),
  moved('receipt', { key: ['id'], page: NARROW }),
  moved('log_head', ofLog()),
  moved('log_entry', ofLog('log_index')),
  moved('log_node', ofLog('level', 'position')),
  moved('log_closed', ofLog('epoch')),
  moved('log_identity', { key: ['id'] }),
  moved('audit_event', {
    title: 'audit_event of organizations',
    key: ['id'],
    order: ['organization_id', 'trail'],
    only: "subject_type <> 'checkout'",
    page: NARROW,
  }),
  moved('audit_event', {
    title: 'audit_event of carts',
    key: ['id'],
    order: ['subject_id', 'seq'],
    only: "subject_type = 'checkout'",
    page: NARROW,
  }),
  moved('secret', { key: ['name'] }),
];

/** Written together with the orders that it is made from. */
export const ORDER_TERMS = moved('order_term', { key: ['shop_seq', 'term', 'order_seq'], page: NARROW });
