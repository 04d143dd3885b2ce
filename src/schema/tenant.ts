import { z } from 'zod';
import { answer, dateTime, longText, text } from './primitives.js';

/** Shops, deployments, consumers and agents, as managed by an organization (docs/tenants.md). */

export const tenantName = text(120, 'Name for people, 1 to 120 characters');

const description = longText(2000).nullable().exactOptional();

/** Name and description of a new shop, consumer or agent. */
export const namedMembers = {
  name: tenantName,
  description: description.describe('At most 2000 characters; null or omitted = none'),
};

/** New name and description of a shop, consumer or agent. */
export const renamedMembers = {
  name: tenantName,
  description: description.describe('At most 2000 characters; omitted = unchanged, null = removed'),
};

const stamps = { created_at: dateTime('When it was created'), updated_at: dateTime('When it was last changed') };
const named = { id: z.string(), name: z.string(), description: z.string().nullable() };

export const shop = answer({ ...named, ...stamps });
export type ShopAnswer = z.output<typeof shop>;

export const deployment = answer({ id: z.string(), shop_id: z.string(), name: z.string(), ...stamps });
export type DeploymentAnswer = z.output<typeof deployment>;

export const agent = answer({ ...named, ...stamps });
export type AgentAnswer = z.output<typeof agent>;

export const consumer = answer({
  ...named,
  linked_consumer_org_id: z.string().nullable().describe('The linked organization; null until it is linked'),
  linked_at: dateTime('When it was linked').nullable(),
  ...stamps,
});
export type ConsumerAnswer = z.output<typeof consumer>;

export const linkCode = answer({
  code: z.string().describe('Shown once; it links one consumer'),
  expires_at: dateTime('The code expires at this instant'),
});
