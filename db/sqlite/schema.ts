import { blob, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * The tables as Drizzle sees them. The SQL in `migrations/` makes them (strict tables, FTS5 and
 * partial indexes have no word in Drizzle); a test holds the two against each other.
 */

/** What every aggregate has: its key, its version for optimistic writes, and its JSON body. */
const aggregate = {
  key: text('key').primaryKey(),
  created_at: integer('created_at').notNull(),
  version: integer('version').notNull(),
  body: text('body').notNull(),
};

export const organization = sqliteTable('organization', { ...aggregate });

export const shop = sqliteTable('shop', {
  ...aggregate,
  organization_id: text('organization_id').notNull(),
});

export const deployment = sqliteTable('deployment', {
  ...aggregate,
  organization_id: text('organization_id').notNull(),
  shop_id: text('shop_id').notNull(),
});

export const agent = sqliteTable('agent', {
  ...aggregate,
  organization_id: text('organization_id').notNull(),
});

export const consumer = sqliteTable('consumer', {
  ...aggregate,
  organization_id: text('organization_id').notNull(),
});

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
  title: text('title').notNull(),
  description: text('description').notNull(),
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
});

export const idempotency = sqliteTable('idempotency', { ...aggregate });

export const link_code = sqliteTable('link_code', {
  ...aggregate,
  organization_id: text('organization_id').notNull(),
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
