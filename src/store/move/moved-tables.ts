import { columnTypes } from '../tables/stored-columns.js';
import { TABLE_NAMES, TABLES } from '../tables/tables.js';

/** A table or a part of a table, copied in an order that both engines can read. */
export interface MovedTable {
  readonly name: string;
  /** Unique among tables and parts. */
  readonly title: string;
  /** Columns that both engines store or can derive. */
  readonly columns: readonly string[];
  /** Types of the columns, as named by PostgreSQL. */
  readonly types: readonly string[];
  /** Columns of the reading order; unique per row. */
  readonly order: readonly string[];
  /** Columns of the primary key. */
  readonly key: readonly string[];
  /** SQL condition. Omit for all rows. */
  readonly only?: string;
  /**
   * True if a new row may need a unique value that a changed row gives up, such as the only open cart of a buyer.
   * Changed rows are then written before new ones.
   */
  readonly takesPlaces?: boolean;
  /** Number of rows per page. */
  readonly page: number;
}

/** Rows per page of a table with bodies, which may be many kilobytes long. */
const WIDE = 200;
const NARROW = 2_000;

/** Columns that are specific to an engine, which derives them when it writes the row. */
const OWN_COLUMNS: Readonly<Record<string, readonly string[]>> = { item_search: ['tokens'] };

interface Described extends Partial<Pick<MovedTable, 'order' | 'key' | 'only' | 'takesPlaces' | 'page' | 'title'>> {}

function describeTable(name: string, described: Described = {}): MovedTable {
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

/** Referenced tables come before those that refer to them. */
export const MOVED_TABLES: readonly MovedTable[] = [
  ...TABLE_NAMES.map((name) => {
    const { by, takesPlaces = false } = TABLES[name].move ?? {};
    return describeTable(name, { takesPlaces, ...(by && { key: by }) });
  }),
  describeTable('item_search', { key: ['seq'] }),
  describeTable('vocabulary', { key: ['shop_id', 'word', 'term'], page: NARROW }),
  describeTable('counter', { key: ['name', 'key'], page: NARROW }),
  describeTable('stock_movement', { key: ['key', 'seq'], page: NARROW }),
  describeTable('shared_part', { key: ['shop_id', 'hash'] }),
  describeTable('receipt', { key: ['id'], page: NARROW }),
  describeTable('log_head', ofLog()),
  describeTable('log_entry', ofLog('log_index')),
  describeTable('log_pending', ofLog('seq')),
  describeTable('log_node', ofLog('log_index', 'level')),
  describeTable('log_closed', ofLog('epoch')),
  describeTable('log_identity', { key: ['id'] }),
  describeTable('audit_event', {
    title: 'audit_event of organizations',
    key: ['id'],
    order: ['organization_id', 'trail'],
    only: "subject_type <> 'checkout'",
    page: NARROW,
  }),
  describeTable('audit_event', {
    title: 'audit_event of carts',
    key: ['id'],
    order: ['subject_id', 'seq'],
    only: "subject_type = 'checkout'",
    page: NARROW,
  }),
  describeTable('secret', { key: ['name'] }),
];

/** Compared but not copied: these rows are derived from the orders and written together with them. */
export const ORDER_TERMS = describeTable('order_term', { key: ['shop_seq', 'term', 'order_seq'], page: NARROW });
