import { pgTable, text } from 'drizzle-orm/pg-core';
import { bytea, integer } from './column-types.js';
import { aggregate, ofOrganization } from './row-columns.js';

export * from './log-schema.js';
export * from './outbox-schema.js';

/**
 * The tables as Drizzle sees them: those of SQLite. The SQL in `migrations/` creates them, with their collation, partial indexes
 * and checks; a test compares the two, and both with those of SQLite.
 */

export const organization = pgTable('organization', {
  ...aggregate,
  public_log: integer('public_log').notNull(),
});

export const shop = pgTable('shop', { ...ofOrganization, seq: integer('seq').notNull() });

export const deployment = pgTable('deployment', {
  ...aggregate,
  organization_id: text('organization_id').notNull(),
  shop_id: text('shop_id').notNull(),
});

export const agent = pgTable('agent', ofOrganization);

export const consumer = pgTable('consumer', ofOrganization);

export const api_key = pgTable('api_key', {
  ...aggregate,
  hash: text('hash').notNull(),
  organization_id: text('organization_id').notNull(),
  deployment_id: text('deployment_id'),
});

export const item = pgTable('item', {
  ...aggregate,
  key: text('key').notNull(),
  seq: integer('seq').primaryKey(),
  shop_id: text('shop_id').notNull(),
  status: text('status').notNull(),
  price: integer('price').notNull(),
  product_id: text('product_id'),
  options: text('options').notNull(),
});

export const item_search = pgTable('item_search', {
  seq: integer('seq').primaryKey(),
  shop_id: text('shop_id').notNull(),
  id: text('id').notNull(),
  price: integer('price').notNull(),
  product_id: text('product_id'),
  form: text('form').notNull(),
  facts: text('facts').notNull(),
  words: text('words').notNull(),
  tokens: text('tokens').array().notNull(),
});

export const vocabulary = pgTable('vocabulary', {
  shop_id: text('shop_id').notNull(),
  word: text('word').notNull(),
  term: text('term').notNull(),
  backwards: text('backwards'),
  items: integer('items').notNull(),
});

export const discount = pgTable('discount', {
  ...aggregate,
  shop_id: text('shop_id').notNull(),
  automatic: integer('automatic').notNull(),
});

export const counter = pgTable('counter', {
  name: text('name').notNull(),
  key: text('key').notNull(),
  value: integer('value').notNull(),
});

export const usage = pgTable('usage', {
  organization_id: text('organization_id').notNull(),
  slot: integer('slot').notNull(),
  api_keys: integer('api_keys').notNull(),
  items: integer('items').notNull(),
  open_carts: integer('open_carts').notNull(),
  stored_rows: integer('stored_rows').notNull(),
  bytes: integer('bytes').notNull(),
});

export const stock_movement = pgTable('stock_movement', {
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

export const checkout = pgTable('checkout', {
  ...aggregate,
  shop_id: text('shop_id').notNull(),
  deployment_id: text('deployment_id').notNull(),
  buyer_id: text('buyer_id').notNull(),
  state: text('state').notNull(),
  expires_at: integer('expires_at').notNull(),
  payment_started_at: integer('payment_started_at'),
  ended_at: integer('ended_at'),
});

export const order = pgTable('order', {
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
  changed: integer('changed').notNull(),
  seq: integer('seq').notNull(),
  terms: text('terms').notNull(),
});

export const order_term = pgTable('order_term', {
  shop_seq: integer('shop_seq').notNull(),
  term: text('term').notNull(),
  order_seq: integer('order_seq').notNull(),
});

export const shared_part = pgTable('shared_part', {
  shop_id: text('shop_id').notNull(),
  hash: text('hash').notNull(),
  body: text('body').notNull(),
});

export const signing_key = pgTable('signing_key', {
  ...aggregate,
  organization_id: text('organization_id').notNull(),
  agent_id: text('agent_id'),
  key_fingerprint: text('key_fingerprint').notNull(),
  status: text('status').notNull(),
});

export const idempotency = pgTable('idempotency', { ...aggregate });

export const link_code = pgTable('link_code', {
  ...aggregate,
  organization_id: text('organization_id').notNull(),
  expires_at: integer('expires_at').notNull(),
});

export const payment_note = pgTable('payment_note', { ...aggregate });
export const platform_cart = pgTable('platform_cart', {
  ...aggregate,
  shop_id: text('shop_id').notNull(),
  expires_at: integer('expires_at').notNull(),
});

export const audit_event = pgTable('audit_event', {
  id: text('id').primaryKey(),
  seq: integer('seq').notNull(),
  trail: integer('trail'),
  organization_id: text('organization_id').notNull(),
  subject_type: text('subject_type').notNull(),
  subject_id: text('subject_id').notNull(),
  action: text('action').notNull(),
  actor: text('actor').notNull(),
  changed: text('changed').notNull(),
  at: integer('at').notNull(),
});

export const secret = pgTable('secret', {
  name: text('name').primaryKey(),
  value: bytea('value').notNull(),
});

export const log_checkpoint = pgTable('log_checkpoint', ofOrganization);

export const log_publication = pgTable('log_publication', {
  ...ofOrganization,
  size: integer('size').notNull(),
});

export const data_move = pgTable('data_move', {
  id: integer('id').primaryKey(),
  move: text('move').notNull(),
  role: text('role').notNull(),
  state: text('state').notNull(),
  other: text('other').notNull(),
  closed: integer('closed').notNull(),
});

export const process = pgTable('process', {
  id: text('id').primaryKey(),
  machine: text('machine').notNull(),
  host: text('host').notNull(),
  media: text('media'),
  signed: text('signed'),
  started_at: integer('started_at').notNull(),
  seen_at: integer('seen_at').notNull(),
});

export const writer = pgTable('writer', {
  id: text('id').primaryKey(),
  batch: integer('batch').notNull(),
  at: integer('at').notNull(),
});
