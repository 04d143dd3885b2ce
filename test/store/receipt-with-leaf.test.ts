import { rmSync } from 'node:fs';
import { join } from 'node:path';
import DatabaseConstructor from 'better-sqlite3';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { CheckedReceipt } from '../../src/domain/receipt/receipt.js';
import { newSigningKey } from '../../src/domain/signing-key/signing-key.js';
import { newAgent, newConsumer, newOrganization } from '../../src/operations/tenancy/provision.js';
import { insertWrite, MAX_TRIES, type Rows } from '../../src/ports.js';
import { generateKeyPair } from '../../src/receipts.js';
import type { OpenedStore } from '../../src/store/open-store.js';
import { systemIds } from '../../src/system.js';
import { newStore } from '../support/store.js';
import { temporaryFolder } from '../support/temporary-folder.js';

let folder: string;
let store: OpenedStore;
beforeEach(async () => {
  folder = temporaryFolder();
  store = await newStore(join(folder, 'portal.db'));
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

/** Inserts an organization. Returns a function that builds its receipts. */
async function receiptMaker(): Promise<(job_id: string) => CheckedReceipt> {
  const author = { ids: systemIds, now: 1, actor: 'test' };
  const organization = newOrganization(author, 'A');
  const { id: organization_id } = organization;
  const agent = newAgent(author, organization_id, { name: 'A', description: null });
  const consumer = newConsumer(author, organization_id, { name: 'A', description: null });
  const owner = { organization_id, agent_id: null };
  const signing_key = newSigningKey(systemIds.uuid(), owner, generateKeyPair().publicKey, 1);
  await store.update(() => ({
    writes: [
      insertWrite('organization', organization),
      insertWrite('agent', agent),
      insertWrite('consumer', consumer),
      insertWrite('signing_key', signing_key),
    ],
    result: undefined,
  }));
  return (job_id) => ({
    id: systemIds.uuid(),
    organization_id,
    agent_id: agent.id,
    consumer_id: consumer.id,
    job_id,
    resolution: 'success',
    context_hash: 'none',
    supersedes: null,
    receipt_hash: systemIds.uuid(),
    signing_key_id: signing_key.id,
    key_fingerprint: signing_key.key_fingerprint,
    signed_bytes: new Uint8Array(1),
    signature: new Uint8Array(64),
    issued_at: 1,
    received_at: 1,
    metadata: null,
    order_id: null,
    delegation: null,
  });
}

const add = (receipt: CheckedReceipt) =>
  store.update(() => ({ writes: [{ type: 'receipt', receipt }], result: receipt.id }));

it('stores a receipt with its leaf or not at all, even in a flush with other receipts', async () => {
  const make = await receiptMaker();
  await add(make('first'));
  const { flushes } = store.commitStats;
  // Stops the clock, so that a slow machine does not split the batch.
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  const outcomes = await Promise.allSettled(['second', 'first', 'third', 'first'].map((job) => add(make(job))));
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected']);
  clock.mockRestore();
  // All four are in the first batch; the two rejected ones are retried together.
  expect(store.commitStats.flushes).toBe(flushes + MAX_TRIES);
  const file = new DatabaseConstructor(join(folder, 'portal.db'), { readonly: true });
  const rows = (table: string) => file.prepare(`SELECT count(*) FROM ${table}`).pluck().get();
  const counts = { receipts: rows('receipt'), nodes: rows('log_node') };
  file.close();
  // Six leaves, including those of the agent, the consumer and the key, and four nodes above the first four.
  expect(counts).toEqual({ receipts: 3, nodes: 10 });
});

it('finds the nodes of a receipt that was accepted in the same flush', async () => {
  const receipt = (await receiptMaker())('first');
  const read = (rows: Pick<Rows, 'logHashes'>) =>
    rows.logHashes(receipt.organization_id, [{ level: 2, position: 0 }])(2, 0);
  const { flushes } = store.commitStats;
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  const [, found] = await Promise.all([add(receipt), store.update((rows) => ({ writes: [], result: read(rows) }))]);
  clock.mockRestore();
  expect(store.commitStats.flushes).toBe(flushes + 1);
  expect(found).toEqual(await store.read(read));
});
