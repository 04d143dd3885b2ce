import { pgTable, text } from 'drizzle-orm/pg-core';
import { integer } from './column-types.js';
import { ofOrganization } from './row-columns.js';

/** Whom organizations tell of events, and the events that wait. */

export const webhook = pgTable('webhook', ofOrganization);

export const delivery_lane = pgTable('delivery_lane', {
  ...ofOrganization,
  receiver: text('receiver').notNull(),
  due_at: integer('due_at'),
  since: integer('since'),
  waiting: integer('waiting').notNull(),
});

export const delivery = pgTable('delivery', {
  ...ofOrganization,
  receiver: text('receiver').notNull(),
  subject: text('subject').notNull(),
  state: text('state').notNull(),
});
