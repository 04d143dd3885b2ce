import { buildNewKey } from '../../../src/operations/tenancy/key-writes.js';
import { newAgent, newConsumer, newOrganization } from '../../../src/operations/tenancy/provision.js';
import { insertWrite } from '../../../src/ports.js';
import type { Author } from '../../../src/records/audit.js';
import { systemIds } from '../../../src/system.js';
import type { Door } from '../../actors/shopper.js';
import { type Answered, request, type TestPortal } from '../../support/portal.js';
import { type Parties, receiptOf, Signer } from './signer.js';

/** An organization, its API key, and its first agent and consumer. */
export interface Organization extends Parties {
  readonly organization_id: string;
  readonly key: string;
}

/** Creates an organization in addition to the demo's. */
export async function anotherOrganization({ app }: TestPortal): Promise<Organization> {
  const author: Author = { ids: systemIds, now: Date.now(), actor: 'test' };
  const organization = newOrganization(author, 'Another');
  const { id: organization_id } = organization;
  const agent = newAgent(author, organization_id, { name: 'Agent', description: null });
  const consumer = newConsumer(author, organization_id, { name: 'Consumer', description: null });
  const owner = { kind: 'organization', organization_id, deployment_id: null } as const;
  const { key, writes } = buildNewKey(author, owner, { name: 'another' });
  await app.store.update(() => ({
    writes: [
      insertWrite('organization', organization),
      insertWrite('agent', agent),
      insertWrite('consumer', consumer),
      ...writes,
    ],
    result: undefined,
  }));
  return { organization_id, key, agent_id: agent.id, consumer_id: consumer.id };
}

/** Creates another agent and consumer in an organization. */
export async function moreParties({ app }: TestPortal, organization_id: string): Promise<Parties> {
  const author: Author = { ids: systemIds, now: Date.now(), actor: 'test' };
  const agent = newAgent(author, organization_id, { name: 'Another agent', description: null });
  const consumer = newConsumer(author, organization_id, { name: 'Another consumer', description: null });
  await app.store.update(() => ({
    writes: [insertWrite('agent', agent), insertWrite('consumer', consumer)],
    result: undefined,
  }));
  return { agent_id: agent.id, consumer_id: consumer.id };
}

/** Sends a request and returns the response body. Throws unless the status is 200. */
export async function done(door: Door, method: string, path: string, body?: unknown): Promise<Answered['json']> {
  const answered = await request(door.url, door.key, method, path, body === undefined ? {} : { body });
  if (answered.status !== 200) throw new Error(`${method} ${path}: ${answered.status} ${answered.text}`);
  return answered.json;
}

/** Creates a key and registers it for an agent, or for all agents of the organization. */
export async function registered(door: Door, agent_id?: string): Promise<Signer> {
  const signer = new Signer();
  const public_key = signer.publicKey.pem;
  const { created } = await done(door, 'POST', '/api/signing-keys', { public_key, ...(agent_id && { agent_id }) });
  if (!created) throw new Error('the agent has a key already');
  return signer;
}

/** Submits a receipt of a job. Returns its id. */
export async function submitReceipt(door: Door, signer: Signer, parties: Parties, job: string): Promise<string> {
  return (await done(door, 'POST', '/api/receipts', signer.sign(receiptOf(parties, job)))).id;
}
