/** A column of a table whose rows are not stored as whole objects. */
export interface PlainColumn {
  readonly type: 'text' | 'integer' | 'bytes' | 'texts';
  readonly nullable?: boolean;
  /** Set for a column that only PostgreSQL has, such as the position of an audit event, which SQLite derives. */
  readonly only?: 'postgres';
}

interface PlainTable {
  readonly columns: Readonly<Record<string, PlainColumn>>;
  readonly only?: 'sqlite' | 'postgres';
}

const TEXT: PlainColumn = { type: 'text' };
const INTEGER: PlainColumn = { type: 'integer' };
const BYTES: PlainColumn = { type: 'bytes' };
const orNull = (column: PlainColumn): PlainColumn => ({ ...column, nullable: true });
const onServer = (column: PlainColumn): PlainColumn => ({ ...column, only: 'postgres' });

const organization_id = TEXT;

/** Receipts and the logs that contain them. */
export const LOG_TABLES = {
  receipt: {
    columns: {
      id: TEXT,
      organization_id,
      log_index: INTEGER,
      agent_id: TEXT,
      consumer_id: TEXT,
      job_id: TEXT,
      resolution: TEXT,
      context_hash: TEXT,
      supersedes: orNull(TEXT),
      receipt_hash: TEXT,
      signing_key_id: TEXT,
      key_fingerprint: TEXT,
      signed_bytes: BYTES,
      signature: BYTES,
      issued_at: INTEGER,
      received_at: INTEGER,
      metadata: orNull(TEXT),
      mac: BYTES,
      order_id: orNull(TEXT),
      delegation: orNull(TEXT),
    },
  },
  log_head: { columns: { organization_id, size: INTEGER, peaks: BYTES, mac: BYTES, epoch: INTEGER } },
  log_entry: { columns: { organization_id, log_index: INTEGER, type: TEXT, data: BYTES, salt: orNull(BYTES) } },
  log_pending: { columns: { organization_id, seq: INTEGER, type: TEXT, data: BYTES, mac: BYTES } },
  log_node: { columns: { organization_id, log_index: INTEGER, level: INTEGER, hash: BYTES } },
  log_closed: { columns: { organization_id, epoch: INTEGER, vkey: TEXT, statement: TEXT } },
  log_identity: { columns: { id: INTEGER, vkey: TEXT } },
} satisfies Readonly<Record<string, PlainTable>>;

/** Tables in addition to those of tables.ts: word indexes, counters, ledgers and settings of the database. */
export const PLAIN_TABLES: Readonly<Record<string, PlainTable>> = {
  ...LOG_TABLES,
  item_search: {
    columns: {
      seq: INTEGER,
      shop_id: TEXT,
      id: TEXT,
      price: INTEGER,
      product_id: orNull(TEXT),
      form: TEXT,
      facts: TEXT,
      words: TEXT,
      tokens: onServer({ type: 'texts' }),
    },
  },
  vocabulary: { columns: { shop_id: TEXT, word: TEXT, term: TEXT, backwards: orNull(TEXT), items: INTEGER } },
  counter: { columns: { name: TEXT, key: TEXT, value: INTEGER } },
  usage: {
    columns: {
      organization_id,
      slot: INTEGER,
      api_keys: INTEGER,
      items: INTEGER,
      open_carts: INTEGER,
      stored_rows: INTEGER,
      bytes: INTEGER,
    },
  },
  stock_movement: {
    columns: {
      key: TEXT,
      seq: INTEGER,
      by: INTEGER,
      kind: TEXT,
      reason: orNull(TEXT),
      checkout_id: orNull(TEXT),
      order_id: orNull(TEXT),
      actor: TEXT,
      at: INTEGER,
      stock_after: orNull(INTEGER),
    },
  },
  shared_part: { columns: { shop_id: TEXT, hash: TEXT, body: TEXT } },
  order_term: { columns: { shop_seq: INTEGER, term: TEXT, order_seq: INTEGER } },
  audit_event: {
    columns: {
      id: TEXT,
      seq: onServer(INTEGER),
      trail: onServer(orNull(INTEGER)),
      organization_id,
      subject_type: TEXT,
      subject_id: TEXT,
      action: TEXT,
      actor: TEXT,
      changed: TEXT,
      at: INTEGER,
    },
  },
  secret: { columns: { name: TEXT, value: BYTES } },
  data_move: { columns: { id: INTEGER, move: TEXT, role: TEXT, state: TEXT, other: TEXT, closed: INTEGER } },
  table_change: {
    columns: {
      id: INTEGER,
      organization: INTEGER,
      shop: INTEGER,
      deployment: INTEGER,
      agent: INTEGER,
      consumer: INTEGER,
      api_key: INTEGER,
      signing_key: INTEGER,
      item: INTEGER,
      discount: INTEGER,
      item_search: INTEGER,
    },
    only: 'sqlite',
  },
  indexed_order: { columns: { id: INTEGER, seq: INTEGER }, only: 'sqlite' },
  file_mark: { columns: { id: INTEGER, mark: TEXT }, only: 'sqlite' },
  process: {
    columns: {
      id: TEXT,
      machine: TEXT,
      host: TEXT,
      media: orNull(TEXT),
      signed: orNull(TEXT),
      started_at: INTEGER,
      seen_at: INTEGER,
    },
    only: 'postgres',
  },
  write_batch: { columns: { id: TEXT, batch: INTEGER, at: INTEGER }, only: 'postgres' },
};
