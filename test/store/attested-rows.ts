import { createHash, randomBytes } from 'node:crypto';
import type { CheckedReceipt } from '../../src/domain/receipt/receipt.js';
import type { SigningKey } from '../../src/domain/signing-key/signing-key.js';
import type { Agent, Consumer, Organization } from '../../src/domain/tenant/tenant.js';
import type { Store, Write } from '../../src/ports.js';
import { NOW, ORG, put, write } from './sample-rows.js';

/** Agents, consumers, signing keys and receipts that the store accepts; it does not check their content. */

const stamps = { created_at: NOW, updated_at: NOW, version: 0 };

export const OTHER_ORG: Organization = { id: 'org_2', name: 'Two', ...stamps };

const agentRow = (id: string, organization_id: string): Agent => ({
  ...{ id, organization_id, name: id, description: null },
  ...stamps,
});
const consumerRow = (id: string, organization_id: string): Consumer => ({
  ...agentRow(id, organization_id),
  linked_consumer_org_id: null,
  linked_at: null,
});

/** Stores two agents, two consumers and a key of the first organization, and one of each of the second. */
export async function seedAttested(store: Store): Promise<void> {
  await write(
    store,
    put('organization', OTHER_ORG),
    ...['agt_1', 'agt_2'].map((id) => put('agent', agentRow(id, ORG.id))),
    ...['con_1', 'con_2'].map((id) => put('consumer', consumerRow(id, ORG.id))),
    put('agent', agentRow('agt_3', OTHER_ORG.id)),
    put('consumer', consumerRow('con_3', OTHER_ORG.id)),
    put('signing_key', signingKeyRow('key_1')),
    put('signing_key', signingKeyRow('key_3', { organization_id: OTHER_ORG.id })),
  );
}

export function signingKeyRow(id: string, change: Partial<SigningKey> = {}): SigningKey {
  return {
    id,
    organization_id: ORG.id,
    agent_id: null,
    public_key: `PEM of ${id}`,
    key_fingerprint: `fingerprint of ${id}`,
    jwk_thumbprint: `thumbprint of ${id}`,
    status: 'active',
    revoked_reason: null,
    retired_at: null,
    revoked_at: null,
    ...stamps,
    ...change,
  };
}

/** Builds a receipt with this id, for a job that is named after the id. */
export function receiptRow(id: string, change: Partial<CheckedReceipt> = {}): CheckedReceipt {
  const signed_bytes = Buffer.from(`{"receipt":"${id}"}`);
  return {
    id,
    organization_id: ORG.id,
    agent_id: 'agt_1',
    consumer_id: 'con_1',
    job_id: `job of ${id}`,
    resolution: 'success',
    context_hash: `context of ${id}`,
    supersedes: null,
    receipt_hash: createHash('sha256').update(signed_bytes).digest('hex'),
    signing_key_id: 'key_1',
    key_fingerprint: 'f'.repeat(64),
    signed_bytes,
    signature: randomBytes(64),
    issued_at: NOW - 1,
    received_at: NOW,
    metadata: null,
    order_id: null,
    delegation: null,
    ...change,
  };
}

/** Builds a receipt of the second organization in the same way. */
export function otherReceiptRow(id: string, change: Partial<CheckedReceipt> = {}): CheckedReceipt {
  const of = { organization_id: OTHER_ORG.id, agent_id: 'agt_3', consumer_id: 'con_3', signing_key_id: 'key_3' };
  return receiptRow(id, { ...of, ...change });
}

export const accept = (receipt: CheckedReceipt): Write => ({ type: 'receipt', receipt });

/**
 * Computes the hash of a receipt's leaf (docs/receipts-format.md and RFC 6962, 2.1) without code from `src`. Members
 * are in JCS order.
 */
export function leafOf({ id, receipt_hash, received_at, delegation }: CheckedReceipt): Buffer {
  const at = new Date(received_at).toISOString();
  const hash =
    delegation === null ? '' : `"delegation_hash":"${createHash('sha256').update(delegation).digest('hex')}",`;
  const data = `{${hash}"id":"${id}","receipt_hash":"${receipt_hash}","received_at":"${at}"}`;
  return hashOfLeaf(Buffer.from(data));
}

/** Computes the hash of a leaf's data (RFC 6962, 2.1). */
export function hashOfLeaf(data: Uint8Array): Buffer {
  return createHash('sha256').update(Uint8Array.of(0)).update(data).digest();
}

/** Number of log entries of the agents, consumers and keys that `seedAttested` creates. */
export function seededEntries(organizationId: string): number {
  return organizationId === OTHER_ORG.id ? 3 : 5;
}

/** Computes the root of the tree of these leaves, as RFC 6962, 2.1 defines it. */
export function treeHash(leaves: readonly Buffer[]): Buffer {
  const [only] = leaves;
  if (!only) return createHash('sha256').digest();
  if (leaves.length === 1) return only;
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  return createHash('sha256')
    .update(Uint8Array.of(1))
    .update(treeHash(leaves.slice(0, split)))
    .update(treeHash(leaves.slice(split)))
    .digest();
}
