import { newAgent, newConsumer, newOrganization } from '../../src/operations/tenancy/provision.js';
import { insertWrite } from '../../src/ports.js';
import { systemIds } from '../../src/system.js';
import type { TestPortal } from '../support/portal.js';
import { anotherKey } from '../support/tenants.js';
import { type Shopper, shopper } from './shopper.js';
import { newSigner, type Parties, receiptFor, type Signer } from './signer.js';

/** An agent and a consumer of an organization, and the caller that registers keys and submits receipts for them. */

export interface Attester extends Parties {
  readonly organization_id: string;
  /** Caller with an organization key that has the default scopes. */
  readonly by: Shopper;
}

const author = (now: number) => ({ ids: systemIds, now, actor: 'test' });

/** The demo's agent and consumer. */
export function demoAttester(portal: TestPortal): Attester {
  const { agent_id, consumer_id, organization_id, organization_key } = portal.demo;
  return { agent_id, consumer_id, organization_id, by: shopper(portal, { key: organization_key }) };
}

/** Creates another agent in an organization. */
export async function anotherAgent(portal: TestPortal, organizationId: string): Promise<string> {
  const row = newAgent(author(portal.app.portal.clock.now()), organizationId, { name: 'Another', description: null });
  await portal.app.store.update(() => ({ writes: [insertWrite('agent', row)], result: undefined }));
  return row.id;
}

export async function anotherConsumer(portal: TestPortal, organizationId: string): Promise<string> {
  const row = newConsumer(author(portal.app.portal.clock.now()), organizationId, {
    name: 'Another',
    description: null,
  });
  await portal.app.store.update(() => ({ writes: [insertWrite('consumer', row)], result: undefined }));
  return row.id;
}

/** Creates an organization with an agent, a consumer and a key. */
export async function anotherOrganization(portal: TestPortal, name = 'Other'): Promise<Attester> {
  const row = newOrganization(author(portal.app.portal.clock.now()), name);
  await portal.app.store.update(() => ({ writes: [insertWrite('organization', row)], result: undefined }));
  return attesterIn(portal, row.id);
}

/** Creates an agent, a consumer and a key in an existing organization. */
export async function attesterIn(portal: TestPortal, organization_id: string): Promise<Attester> {
  const { key } = await anotherKey(portal, 'organization', {}, organization_id);
  return {
    organization_id,
    agent_id: await anotherAgent(portal, organization_id),
    consumer_id: await anotherConsumer(portal, organization_id),
    by: shopper(portal, { key }),
  };
}

/** Registers a signer's public key. Returns the key's id. */
export async function registered(
  by: Shopper,
  { public_key }: Pick<Signer, 'public_key'>,
  agentId?: string,
): Promise<string> {
  const { created, data } = await by.ok('register_signing_key', { public_key, ...(agentId && { agent_id: agentId }) });
  if (!created) throw new Error('the owner has an active key already');
  return data.id;
}

/** Registers a new key for the agent or, without `agentId`, for the organization. Returns its signer. */
export async function newSignerOf(attester: Attester, agentId?: string): Promise<Signer & { readonly id: string }> {
  const signer = newSigner();
  return { ...signer, id: await registered(attester.by, signer, agentId) };
}

/** Submits a valid receipt. Returns its id. */
export async function submitted(
  { by, ...parties }: Attester,
  signer: Signer,
  issuedAt: number,
  change: Readonly<Record<string, unknown>> = {},
  beside: { readonly delegation?: readonly object[] } = {},
): Promise<string> {
  const submission = signer.submission(receiptFor(parties, issuedAt, change));
  const { id } = await by.ok('submit_receipt', { ...submission, ...beside });
  return id;
}
