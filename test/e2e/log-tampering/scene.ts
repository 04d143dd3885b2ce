import { join } from 'node:path';
import { systemIds } from '../../../src/system.js';
import type { Door } from '../../actors/shopper.js';
import { startPortal, type TestPortal } from '../../support/portal.js';
import { anotherOrganization, done, moreParties, registered, submitReceipt } from '../receipts/organization.js';
import { type Parties, Signer } from '../receipts/signer.js';

/** An organization with a valid log, as the portal created it. */
export interface Logged extends Parties {
  readonly organization_id: string;
  readonly key: string;
  /** Signs for the organization's agent. */
  readonly signer: Signer;
  /** Receipt ids in the sequence of acceptance. */
  readonly receipts: readonly string[];
  /** Index of the first receipt in the log, after the entries of agents and keys. */
  readonly first: number;
  /** Number of leaves in the log. */
  readonly size: number;
  /** A checkpoint that a third party stored, as a signed note, and the log's verifier key. */
  readonly checkpoint: string;
  readonly vkey: string;
}

/** The log to tamper with, and another one. Trees of these sizes have several peaks and inner levels. */
export interface Scene {
  readonly folder: string;
  /** 13 receipts: some of an agent with a key of its own, some of another agent with the organization's key. */
  readonly mine: Logged & { readonly others: Parties };
  /** 7 receipts. */
  readonly other: Logged;
}

const MINE = 13;
const OTHER = 7;

/** Builds the scene in a folder by calls to a portal, and closes the portal. */
export async function makeScene(folder: string): Promise<Scene> {
  const portal = await startPortal({ database: join(folder, 'portal.db') });
  try {
    const { organization_id, agent_id, consumer_id, organization_key } = portal.demo;
    const demo = { organization_id, agent_id, consumer_id, key: organization_key };
    const others = await moreParties(portal, organization_id);
    const mine = await logged(portal, demo, others, MINE, (door) => endedKeys(door, others.agent_id));
    const another = await anotherOrganization(portal);
    return { folder, mine: { ...mine, others }, other: await logged(portal, another, another, OTHER) };
  } finally {
    await portal.close();
  }
}

type Unlogged = Pick<Logged, 'organization_id' | 'agent_id' | 'consumer_id' | 'key'>;

/** Creates an organization's log. Every third receipt is from `others`, signed with the organization's key. */
async function logged(
  portal: TestPortal,
  own: Unlogged,
  others: Parties,
  count: number,
  before?: (door: Door) => Promise<void>,
): Promise<Logged> {
  const door: Door = { url: portal.url, key: own.key };
  const signer = await registered(door, own.agent_id);
  const shared = await registered(door);
  await before?.(door);
  const receipts: string[] = [];
  for (let job = 0; job < count; job += 1) {
    const [who, parties] = job % 3 === 2 ? [shared, others] : [signer, own];
    receipts.push(await submitReceipt(door, who, parties, `job-${job}`));
  }
  const { data } = await done(door, 'GET', '/api/receipts/log/checkpoint');
  const size: number = data.tree_size;
  const first = size - count;
  return { ...own, signer, receipts, first, size, checkpoint: data.checkpoint, vkey: data.public_key };
}

/** Creates a retired and a revoked key of an agent. They sign nothing. */
async function endedKeys(door: Door, agent_id: string): Promise<void> {
  const public_key = () => new Signer().publicKey.pem;
  const first = await done(door, 'POST', '/api/signing-keys', { public_key: public_key(), agent_id });
  const next = await done(door, 'POST', `/api/signing-keys/${first.data.id}/rotate`, { public_key: public_key() });
  await done(door, 'POST', `/api/signing-keys/${next.data.id}/revoke`, { reason: 'stolen' });
}

/** A new id in the portal's format. */
export const newId = (): string => systemIds.uuid();
