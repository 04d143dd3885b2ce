import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { ofOrganization } from './row-columns.js';

/** Whom organizations tell of events, and the events that wait. */

export const webhook = sqliteTable('webhook', ofOrganization);

export const delivery_lane = sqliteTable('delivery_lane', {
  ...ofOrganization,
  receiver: text('receiver').notNull(),
  due_at: integer('due_at'),
  since: integer('since'),
  waiting: integer('waiting').notNull(),
});

export const delivery = sqliteTable('delivery', {
  ...ofOrganization,
  receiver: text('receiver').notNull(),
  subject: text('subject').notNull(),
  state: text('state').notNull(),
});
