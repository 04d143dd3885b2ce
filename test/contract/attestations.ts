import { expect } from 'vitest';
import { verifyConsistency, verifyInclusion } from '../../src/receipts.js';
import { contextHashOf, jcs, newSigner, type Parties, receiptFor, type Signer, sha256 } from '../actors/signer.js';
import { NOON } from '../support/still-clock.js';
import type { Recorder } from './recorder.js';

/**
 * An agent's calls to prove its job, and an organization's calls on keys and the log: every operation and every
 * documented member.
 */

/**
 * Calls the tools: registers an agent's key, reads an order's context, submits a receipt with every member, and reads
 * it back.
 */
export async function proveJob(by: Recorder, parties: Parties, order_id: string): Promise<void> {
  const { agent_id } = parties;
  const signer = newSigner();
  const { public_key } = signer;
  const { created, data: key } = await by.body('register_signing_key', { public_key, agent_id });
  expect([created, key]).toEqual([
    true,
    expect.objectContaining({ public_key, agent_id, status: 'active', key_fingerprint: signer.fingerprint }),
  ]);
  const again = await by.body('register_signing_key', { public_key, agent_id });
  expect(again).toEqual({ created: false, data: key });
  const { context, context_hash } = await by.call('get_receipt_context', { order_id });
  expect(context_hash).toBe(contextHashOf(context));
  const what = { resolution: 'partial', context_hash, metadata: { steps: ['found', 'bought'] } };
  const receipt = receiptFor(parties, NOON, what);
  const metadata = { channel: 'batch' };
  const verified = await by.body('submit_receipt', { ...signer.submission(receipt), metadata });
  const first = await by.call('get_receipt', { receipt_id: verified.id });
  expect(first).toEqual({
    ...verified,
    receipt,
    signed_bytes: Buffer.from(jcs(receipt)).toString('base64'),
    signature: signer.submission(receipt).signature,
    public_key,
    signing_key_id: key.id,
    key_fingerprint: signer.fingerprint,
    receipt_hash: sha256(jcs(receipt)),
    received_at: new Date(NOON).toISOString(),
    // Follows the leaves of the agent and the key.
    log_index: 3,
    signing_key: { status: 'active', created_at: key.created_at, retired_at: null, revoked_at: null },
    superseded_by: null,
    order: { id: order_id },
    unsigned_metadata: metadata,
  });
  const rest = { job_id: receipt.job_id, metadata: { supersedes: first.receipt_hash } };
  const second = await by.body('submit_receipt', { ...signer.submission(receiptFor(parties, NOON, rest)) });
  const superseded_by = { id: second.id };
  expect(await by.call('get_receipt', { receipt_id: first.id })).toEqual({ ...first, superseded_by });
  const { id, status, received_at } = first;
  const shown = { id, agent_id, resolution: 'partial', received_at, status, superseded_by };
  expect((await by.call('get_order', { order_id })).receipts).toEqual([shown]);
  await listThem(by, parties, [second.id, verified.id], first);
}

async function listThem(by: Recorder, parties: Parties, ids: readonly string[], first: Read): Promise<void> {
  const idsOf = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id);
  expect(idsOf(await by.body('list_receipts', {}))).toEqual(ids);
  const { signing_key_id, key_fingerprint } = first;
  const { job_id, context_hash, resolution } = first.receipt;
  const times = {
    ...{ received_from: at(0), received_before: at(1) },
    ...{ issued_from: at(0), issued_before: at(1) },
  };
  const all = { ...parties, job_id, context_hash, resolution, signing_key_id, key_fingerprint, ...times };
  expect(idsOf(await by.body('list_receipts', { ...parties, job_id }))).toEqual(ids);
  expect(idsOf(await by.body('list_receipts', all))).toEqual([ids[1]]);
  const newest = await by.body('list_receipts', { limit: 1 });
  const next = await by.body('list_receipts', { limit: 1, cursor: newest.pagination.cursor });
  expect([...idsOf(newest), ...idsOf(next)]).toEqual(ids);
}

/** Members of a receipt in a response that the filters of the list use. */
interface Read {
  readonly signing_key_id: string;
  readonly key_fingerprint: string;
  readonly receipt: Readonly<Record<string, unknown>>;
}

const at = (milliseconds: number) => new Date(NOON + milliseconds).toISOString();

/** Calls the batch route with several receipts, one of which is rejected. */
export async function submitMany(by: Recorder, parties: Parties): Promise<void> {
  const signer = newSigner();
  await by.body('register_signing_key', { public_key: signer.public_key });
  const { data: earlier } = await by.body('list_receipts', {});
  const { receipt, bound_to } = earlier.find((one: { readonly order: unknown }) => one.order !== null);
  const what = { metadata: {}, context_hash: receipt.context_hash };
  const right = { ...signer.submission(receiptFor(parties, NOON, what)), metadata: { channel: 'batch' } };
  const { data } = await by.body('submit_receipts', { receipts: [right, { ...right, signature: '' }] });
  expect(data).toEqual([
    { id: expect.any(String), status: 'verified', bound_to },
    { error: 'invalid_signature_encoding', detail: expect.stringMatching(/^signature: /) },
  ]);
}

/** Calls the routes for the whole life of the organization's key. */
export async function keepKeys(by: Recorder, organizationId: string): Promise<void> {
  const prove = ({ fingerprint, signText }: Signer) =>
    signText(`portal signing key\n${organizationId}\n\n${fingerprint}\n`);
  const signer = newSigner();
  const proven = { public_key: signer.public_key, proof: prove(signer) };
  const { data: first } = await by.body('register_signing_key', proven);
  expect(first).toMatchObject({ agent_id: null, status: 'active', retired_at: null, revoked_at: null });
  const next = newSigner();
  const { public_key } = next;
  const second = await by.call('rotate_signing_key', { signing_key_id: first.id, public_key, proof: prove(next) });
  expect(second).toMatchObject({ public_key, agent_id: null, status: 'active' });
  const retired = await by.call('get_signing_key', { signing_key_id: first.id });
  expect(retired).toEqual({ ...first, status: 'retired', retired_at: new Date(NOON).toISOString() });
  const reason = 'The laptop was stolen.';
  const revoked = await by.call('revoke_signing_key', { signing_key_id: second.id, reason });
  const revoked_at = new Date(NOON).toISOString();
  expect(revoked).toEqual({ ...second, status: 'revoked', revoked_at, revoked_reason: reason });
  const page = await by.body('list_signing_keys', { limit: 2 });
  const rest = await by.body('list_signing_keys', { limit: 2, cursor: page.pagination.cursor });
  expect([...page.data, ...rest.data]).toEqual([expect.objectContaining({ status: 'active' }), retired, revoked]);
}

/** Calls the routes for all proofs that third parties need of a receipt. */
export async function proveLog(by: Recorder): Promise<void> {
  const [newest, oldest] = await by.call('list_receipts', {});
  const checkpoint = await by.call('get_log_checkpoint', {});
  const { tree_size, root_hash, public_key: log } = checkpoint;
  expect(tree_size).toBeGreaterThan(newest.log_index);
  const inclusion = await by.call('get_inclusion_proof', { receipt_id: oldest.id });
  expect(inclusion).toMatchObject({
    receipt_id: oldest.id,
    log_index: oldest.log_index,
    tree_size,
    checkpoint: checkpoint.checkpoint,
  });
  const path = [oldest.log_index, tree_size, inclusion.hashes.map(bytes), bytes(root_hash)] as const;
  expect(verifyInclusion(bytes(inclusion.leaf_hash), ...path)).toBe(true);
  const { signed_bytes, signature, public_key, received_at, receipt } = newest;
  expect(await by.call('get_receipt_bundle', { receipt_id: newest.id })).toMatchObject({
    ...{ bundle: 'v0', id: newest.id, receipt, signed_bytes, signature, public_key, received_at },
    log: { public_key: log, index: newest.log_index, tree_size },
  });
  const withKey = await by.call('get_receipt_bundle', { receipt_id: oldest.id, version: 'v1' });
  expect(withKey).toMatchObject({
    ...{ bundle: 'v1', id: oldest.id, context: { order_id: oldest.order.id } },
    key: { entry: { type: 'key_registered', id: oldest.signing_key_id, key_fingerprint: oldest.key_fingerprint } },
  });
  const from = oldest.log_index + 1;
  const proof = await by.call('get_consistency_proof', { from, to: tree_size });
  expect(proof).toMatchObject({ from, to: tree_size, to_root: root_hash });
  expect(verifyConsistency(from, tree_size, proof.hashes.map(bytes), bytes(proof.from_root), bytes(root_hash))).toBe(
    true,
  );
  expect(await by.call('get_consistency_proof', { from })).toEqual(proof);
}

function bytes(base64: string): Uint8Array {
  return new Uint8Array(Buffer.from(base64, 'base64'));
}
