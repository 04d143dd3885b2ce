import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Door } from '../actors/shopper.js';
import { run } from '../support/program.js';
import { type Serving, serveAll } from '../support/spawn.js';
import { receiptsIn } from '../support/stored-rows.js';
import { planned, SUBMISSIONS } from './receipt-storm/plan.js';
import { inconsistent, type Row, unproven } from './receipt-storm/proofs.js';
import { type Answer, looked, storm } from './receipt-storm/storm.js';
import { done, registered } from './receipts/organization.js';
import { Signer } from './receipts/signer.js';
import { acceptedIn, demoDatabase } from './receipts/stored.js';
import { type ServedDatabase, servedDatabase } from './served-database.js';

let database: ServedDatabase;
let servers: Serving[] = [];
beforeEach(async () => {
  database = await servedDatabase();
});
afterEach(async () => {
  for (const server of servers) await server.stop('SIGTERM');
  await database.drop();
});

/** Creates another agent of the organization. Returns its id. */
async function secondAgent(door: Door): Promise<string> {
  return (await done(door, 'POST', '/api/agents', { name: 'Second' })).data.id;
}

/** Creates agents, and rotates and revokes their keys, until `isOver`. Returns the number of leaves added. */
async function keyStorm(door: Door, isOver: () => boolean): Promise<number> {
  let leaves = 0;
  while (!isOver()) {
    const agent_id = await secondAgent(door);
    const key = await done(door, 'POST', '/api/signing-keys', { public_key: new Signer().publicKey.pem, agent_id });
    const next = { public_key: new Signer().publicKey.pem };
    const rotated = await done(door, 'POST', `/api/signing-keys/${key.data.id}/rotate`, next);
    await done(door, 'POST', `/api/signing-keys/${rotated.data.id}/revoke`, { reason: 'storm' });
    await done(door, 'PUT', `/api/agents/${agent_id}`, { name: `Agent ${leaves}` });
    // Leaves: agent created, key registered and retired, key registered and revoked, agent changed.
    leaves += 6;
  }
  return leaves;
}

/**
 * Checks that each job has one accepted receipt: submissions of this receipt return its id, and other submissions of
 * the job are rejected.
 */
function expectOneReceiptPerJob(rows: readonly Row[], answers: readonly Answer[]): void {
  const settled = new Map(rows.map((row) => [`${row.agent_id} ${row.job_id}`, row]));
  expect(settled.size).toBe(rows.length);
  expect(new Set(answers.map(({ agent_id, job_id }) => `${agent_id} ${job_id}`))).toEqual(new Set(settled.keys()));
  const wrong = answers.filter((answer) => {
    const first = settled.get(`${answer.agent_id} ${answer.job_id}`);
    if (!first) return true;
    if (answer.receipt_hash === first.receipt_hash) return answer.status !== 200 || answer.id !== first.id;
    return (
      answer.status !== 409 || !answer.detail?.endsWith(`the receipt ${first.id} was already accepted for this job`)
    );
  });
  expect(wrong).toEqual([]);
  const statuses = new Set(answers.map(({ status }) => status));
  expect(statuses).toEqual(new Set([200, 409]));
}

it(`stores each of ${SUBMISSIONS} receipts from 16 writers once, through two processes, and can prove it`, async () => {
  const organization = await demoDatabase(database.name, database.env);
  servers = await serveAll(2, database.name, database.env);
  const [first, second] = servers.map(({ url }) => ({ url, key: organization.key }));
  if (!first || !second) throw new Error('no servers');
  const agent_id = await secondAgent(first);
  const plan = planned(await registered(first), [organization, { ...organization, agent_id }]);
  expect(plan).toHaveLength(SUBMISSIONS);

  const before = (await acceptedIn(database.name, organization.organization_id)).entries.length;
  let isOver = false;
  const keys = [first, second].map((door) => keyStorm(door, () => isOver));
  const { answers, seen } = await storm([first, second], plan);
  isOver = true;
  const entered = (await Promise.all(keys)).reduce((sum, leaves) => sum + leaves, before);

  const rows = await receiptsIn(database.name);
  expect(answers).toHaveLength(plan.length);
  expectOneReceiptPerJob(rows, answers);
  const { leaves, size, entries } = await acceptedIn(database.name, organization.organization_id);
  const indices = [...rows.map(({ log_index }) => log_index), ...entries].sort((a, b) => a - b);
  expect(indices).toEqual(indices.map((_place, index) => index));
  expect([leaves, size, entries.length]).toEqual([indices.length, indices.length, entered]);

  const now = await looked(first);
  expect(await looked(second)).toEqual(now);
  expect(now.size).toBe(size);
  expect(await unproven(second, rows, now)).toEqual([]);
  expect(seen.length).toBeGreaterThan(30);
  // Each process signs at most five times a second.
  expect(new Set(seen.map((look) => look.size)).size).toBeGreaterThan(3);
  expect(await inconsistent(first, [...seen, now])).toEqual([]);

  const codes = await Promise.all(servers.map((server) => server.stop('SIGTERM')));
  servers = [];
  expect(codes).toEqual([0, 0]);
  database.assertSound();
  const { code, stdout } = await run(['log', 'verify'], database.env);
  expect([code, stdout]).toEqual([
    0,
    expect.stringContaining(`  valid  ${rows.length} receipts, ${size} leaves, root `),
  ]);
});
