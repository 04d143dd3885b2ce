import { pgTable, text } from 'drizzle-orm/pg-core';
import { bytea, integer } from './column-types.js';

/** The receipts, and the logs in which they are. */

export const receipt = pgTable('receipt', {
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
  signed_bytes: bytea('signed_bytes').notNull(),
  signature: bytea('signature').notNull(),
  issued_at: integer('issued_at').notNull(),
  received_at: integer('received_at').notNull(),
  metadata: text('metadata'),
  mac: bytea('mac').notNull(),
  order_id: text('order_id'),
});

export const log_entry = pgTable('log_entry', {
  organization_id: text('organization_id').notNull(),
  log_index: integer('log_index').notNull(),
  type: text('type').notNull(),
  data: bytea('data').notNull(),
  salt: bytea('salt'),
});

export const log_node = pgTable('log_node', {
  organization_id: text('organization_id').notNull(),
  level: integer('level').notNull(),
  position: integer('position').notNull(),
  hash: bytea('hash').notNull(),
});

export const log_head = pgTable('log_head', {
  organization_id: text('organization_id').primaryKey(),
  size: integer('size').notNull(),
  peaks: bytea('peaks').notNull(),
  mac: bytea('mac').notNull(),
  epoch: integer('epoch').notNull(),
});

export const log_closed = pgTable('log_closed', {
  organization_id: text('organization_id').notNull(),
  epoch: integer('epoch').notNull(),
  vkey: text('vkey').notNull(),
  statement: text('statement').notNull(),
});

export const log_identity = pgTable('log_identity', {
  id: integer('id').primaryKey(),
  vkey: text('vkey').notNull(),
});
