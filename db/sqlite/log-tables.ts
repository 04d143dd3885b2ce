import { blob, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** The tables that a log's tree and its checkpoints are made from. */

export const log_entry = sqliteTable('log_entry', {
  organization_id: text('organization_id').notNull(),
  log_index: integer('log_index').notNull(),
  type: text('type').notNull(),
  data: blob('data', { mode: 'buffer' }).notNull(),
  salt: blob('salt', { mode: 'buffer' }),
});

export const log_node = sqliteTable('log_node', {
  organization_id: text('organization_id').notNull(),
  level: integer('level').notNull(),
  position: integer('position').notNull(),
  hash: blob('hash', { mode: 'buffer' }).notNull(),
});

export const log_head = sqliteTable('log_head', {
  organization_id: text('organization_id').primaryKey(),
  size: integer('size').notNull(),
  peaks: blob('peaks', { mode: 'buffer' }).notNull(),
  mac: blob('mac', { mode: 'buffer' }).notNull(),
  epoch: integer('epoch').notNull(),
});

export const log_closed = sqliteTable('log_closed', {
  organization_id: text('organization_id').notNull(),
  epoch: integer('epoch').notNull(),
  vkey: text('vkey').notNull(),
  statement: text('statement').notNull(),
});

export const log_identity = sqliteTable('log_identity', {
  id: integer('id').primaryKey(),
  vkey: text('vkey').notNull(),
});
