import { blob, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** The tables that statements built by Drizzle name. Rows with bodies are in src/store/tables. */

export const counter = sqliteTable('counter', {
  name: text('name').notNull(),
  key: text('key').notNull(),
  value: integer('value').notNull(),
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

export const log_entry = sqliteTable('log_entry', {
  organization_id: text('organization_id').notNull(),
  log_index: integer('log_index').notNull(),
  type: text('type').notNull(),
  data: blob('data', { mode: 'buffer' }).notNull(),
  salt: blob('salt', { mode: 'buffer' }),
});

export const log_closed = sqliteTable('log_closed', {
  organization_id: text('organization_id').notNull(),
  epoch: integer('epoch').notNull(),
  vkey: text('vkey').notNull(),
  statement: text('statement').notNull(),
});
