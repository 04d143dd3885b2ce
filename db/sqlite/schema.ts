import { blob, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { aggregate, ofOrganization } from './row-columns.js';

export * from './log-tables.js';
export * from './outbox-tables.js';

/**
 * The tables as Drizzle sees them. The SQL in `migrations/` makes them (strict tables, FTS5 and
 * partial indexes have no word in Drizzle); a test holds the two against each other.
 */

export const organization = sqliteTable('organization', {
  ...aggregate,
  public_log: integer('public_log').notNull(),
});

export const shop = sqliteTable('shop', { ...ofOrganization, seq: integer('seq') });

export const deployment = sqliteTable('deployment', {
  ...aggregate,
  organization_id: text('organization_id').notNull(),
  shop_id: text('shop_id').notNull(),
});

export const agent = sqliteTable('agent', ofOrganization);

export const consumer = sqliteTable('consumer', ofOrganization);

export const api_key = sqliteTable('api_key', {
  ...aggregate,
  hash: text('hash').notNull(),
  organization_id: text('organization_id').notNull(),
  deployment_id: text('deployment_id'),
});

export const item = sqliteTable('item', {
  ...aggregate,
  key: text('key').notNull(),
  seq: integer('seq').primaryKey(),
  shop_id: text('shop_id').notNull(),
  status: text('status').notNull(),
  price: integer('price').notNull(),
  product_id: text('product_id'),
  options: text('options').notNull(),
});

export const item_search = sqliteTable('item_search', {
  seq: integer('seq').primaryKey(),
  shop_id: text('shop_id').notNull(),
  id: text('id').notNull(),
  price: integer('price').notNull(),
  product_id: text('product_id'),
  form: text('form').notNull(),
  facts: text('facts').notNull(),
  words: text('words').notNull(),
});

export const vocabulary = sqliteTable('vocabulary', {
  shop_id: text('shop_id').notNull(),
  word: text('word').notNull(),
  term: text('term').notNull(),
  backwards: text('backwards'),
  items: integer('items').notNull(),
});

export const discount = sqliteTable('discount', {
  ...aggregate,
  shop_id: text('shop_id').notNull(),
  automatic: integer('automatic').notNull(),
});

export const counter = sqliteTable('counter', {
  name: text('name').notNull(),
  key: text('key').notNull(),
  value: integer('value').notNull(),
});

export const usage = sqliteTable('usage', {
  organization_id: text('organization_id').notNull(),
  slot: integer('slot').notNull(),
  api_keys: integer('api_keys').notNull(),
  items: integer('items').notNull(),
  open_carts: integer('open_carts').notNull(),
  stored_rows: integer('stored_rows').notNull(),
  bytes: integer('bytes').notNull(),
});

export const stock_movement = sqliteTable('stock_movement', {
  key: text('key').notNull(),
  seq: integer('seq').notNull(),
  by: integer('by').notNull(),
  kind: text('kind').notNull(),
  reason: text('reason'),
  checkout_id: text('checkout_id'),
  order_id: text('order_id'),
  actor: text('actor').notNull(),
  at: integer('at').notNull(),
  stock_after: integer('stock_after'),
});

export const checkout = sqliteTable('checkout', {
  ...aggregate,
  shop_id: text('shop_id').notNull(),
  deployment_id: text('deployment_id').notNull(),
  buyer_id: text('buyer_id').notNull(),
  state: text('state').notNull(),
  expires_at: integer('expires_at').notNull(),
  payment_started_at: integer('payment_started_at'),
  ended_at: integer('ended_at'),
});

export const order = sqliteTable('order', {
  ...aggregate,
  shop_id: text('shop_id').notNull(),
  deployment_id: text('deployment_id').notNull(),
  buyer_id: text('buyer_id').notNull(),
  checkout_id: text('checkout_id').notNull(),
  display_id: text('display_id').notNull(),
  status: text('status').notNull(),
  payment_status: text('payment_status').notNull(),
  money_since: integer('money_since'),
  context_hash: text('context_hash'),
  changed: integer('changed').notNull().default(0),
  seq: integer('seq'),
  terms: text('terms').notNull().default(''),
});

export const order_term = sqliteTable('order_term', {
  shop_seq: integer('shop_seq').notNull(),
  term: text('term').notNull(),
  order_seq: integer('order_seq').notNull(),
});

export const shared_part = sqliteTable('shared_part', {
  shop_id: text('shop_id').notNull(),
  hash: text('hash').notNull(),
  body: text('body').notNull(),
});

export const signing_key = sqliteTable('signing_key', {
  ...aggregate,
  organization_id: text('organization_id').notNull(),
  agent_id: text('agent_id'),
  key_fingerprint: text('key_fingerprint').notNull(),
  status: text('status').notNull(),
});

export const receipt = sqliteTable('receipt', {
  id: text('id').primaryKey(),
  organization_id: text('organization_id').notNull(),
  log_index: integer('log_index').notNull(),
  agent_id: text('agent_id').notNull(),
  consumer_id: text('consumer_id').notNull(),
  job_id: text('job_id').notNull(),
  resolution: text('resolution').notNull(),
  context_hash: text('context_hash').notNull(),
  supersedes: text('supersedes'),
  receipt_hash: text('receipt_hash').notNull(),
  signing_key_id: text('signing_key_id').notNull(),
  key_fingerprint: text('key_fingerprint').notNull(),
  signed_bytes: blob('signed_bytes', { mode: 'buffer' }).notNull(),
  signature: blob('signature', { mode: 'buffer' }).notNull(),
  issued_at: integer('issued_at').notNull(),
  received_at: integer('received_at').notNull(),
  metadata: text('metadata'),
  mac: blob('mac', { mode: 'buffer' }).notNull(),
  order_id: text('order_id'),
});

export const idempotency = sqliteTable('idempotency', { ...aggregate });

export const link_code = sqliteTable('link_code', {
  ...aggregate,
  organization_id: text('organization_id').notNull(),
  expires_at: integer('expires_at').notNull(),
});

export const payment_note = sqliteTable('payment_note', { ...aggregate });
export const platform_cart = sqliteTable('platform_cart', {
  ...aggregate,
  shop_id: text('shop_id').notNull(),
  expires_at: integer('expires_at').notNull(),
});

export const audit_event = sqliteTable('audit_event', {
  id: text('id').primaryKey(),
  organization_id: text('organization_id').notNull(),
  subject_type: text('subject_type').notNull(),
  subject_id: text('subject_id').notNull(),
  action: text('action').notNull(),
  actor: text('actor').notNull(),
  changed: text('changed', { mode: 'json' }).$type<readonly string[]>().notNull(),
  at: integer('at').notNull(),
});

export const secret = sqliteTable('secret', {
  name: text('name').primaryKey(),
  value: blob('value', { mode: 'buffer' }).notNull(),
});

export const data_move = sqliteTable('data_move', {
  id: integer('id').primaryKey(),
  move: text('move').notNull(),
  role: text('role').notNull(),
  state: text('state').notNull(),
  other: text('other').notNull(),
  closed: integer('closed').notNull(),
});

export const file_mark = sqliteTable('file_mark', {
  id: integer('id').primaryKey(),
  mark: text('mark').notNull(),
});

export const log_checkpoint = sqliteTable('log_checkpoint', ofOrganization);

export const log_publication = sqliteTable('log_publication', { ...ofOrganization, size: integer('size').notNull() });
