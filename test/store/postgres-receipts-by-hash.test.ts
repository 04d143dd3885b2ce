import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PostgresStore } from '../../src/store/postgres/postgres-store.js';
import { LOOKUP_STATEMENTS } from '../../src/store/postgres/rows/lookup-statements.js';
import { writeAllRows } from '../support/postgres-rows.js';
import { type PostgresScene, postgresScene } from './postgres-scene.js';
import { PostgresPlans } from './query-plans.js';
import { NOW, ORG } from './sample-rows.js';

/** The index of receipts by hash has a part for each 16,384 leaves of a log. */

/** Leaves at both ends of parts. Between them are parts without a receipt. */
const LEAVES = [0, 16_383, 16_384, 32_767, 32_768, 999_999];

let scene: PostgresScene;
let store: PostgresStore;
beforeAll(async () => {
  scene = await postgresScene();
  await writeAllRows(scene.database, [['receipt', JSON.stringify(LEAVES.map(storedReceipt))]]);
  store = await scene.open(scene.database, 2);
});
afterAll(() => scene.close());

const hashOf = (leaf: number) => createHash('sha256').update(String(leaf)).digest('hex');

function storedReceipt(leaf: number) {
  const bytes = String.raw`\x00`;
  return {
    ...{ id: `r${leaf}`, organization_id: ORG.id, log_index: leaf, agent_id: 'agt_1', consumer_id: 'con_1' },
    ...{ job_id: `job ${leaf}`, resolution: 'success', context_hash: 'c', receipt_hash: hashOf(leaf) },
    ...{ signing_key_id: 'key_1', key_fingerprint: 'f', signed_bytes: bytes, signature: bytes, mac: bytes },
    ...{ issued_at: NOW, received_at: NOW },
  };
}

const find = (organization: string, hash: string) =>
  store.read((rows) => rows.find('receiptByHash', organization, hash));

it('finds each receipt by its hash, in whichever part of the index it is', async () => {
  for (const leaf of LEAVES)
    expect(await find(ORG.id, hashOf(leaf))).toMatchObject({ id: `r${leaf}`, log_index: leaf });
});

it('finds no receipt with a hash that only begins like another, or of another organization', async () => {
  expect(await find(ORG.id, hashOf(16_383).slice(0, 16).padEnd(64, '0'))).toBeUndefined();
  expect(await find('org_other', hashOf(16_383))).toBeUndefined();
});

it('searches the parts with their index, even without statistics of the table', async () => {
  const { text = '' } = LOOKUP_STATEMENTS.get('receiptByHash') ?? {};
  const connections = scene.connect(1);
  await connections.use(async (session) => {
    const plans = await PostgresPlans.on(session, ['seqscan', 'bitmapscan']);
    await plans.explain(text, [[1], [ORG.id], [hashOf(0)]]);
    expect(plans.takeIndexes()).toEqual(['receipt_by_hash', 'receipt_organization_id_log_index_key']);
  });
});
