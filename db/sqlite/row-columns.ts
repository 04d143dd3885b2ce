import { integer, text } from 'drizzle-orm/sqlite-core';

/** What every aggregate has: its key, its version for optimistic writes, and its JSON body. */
export const aggregate = {
  key: text('key').primaryKey(),
  created_at: integer('created_at').notNull(),
  version: integer('version').notNull(),
  body: text('body').notNull(),
};

export const ofOrganization = { ...aggregate, organization_id: text('organization_id').notNull() };
