import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { type RegistryCaller, registryCaller } from '../actors/registry-caller.js';
import { jcs, newSigner, receiptFor, sha256 } from '../actors/signer.js';
import { run } from '../support/program.js';
import { type Serving, serveAll } from '../support/spawn.js';
import { volume } from '../support/volume.js';
import { type ServedDatabase, servedDatabase } from './served-database.js';

/** Concurrent receipts that supersede the same receipt, through two processes on one database: one is accepted. */

const ROUNDS = volume(5, 30);

const keys = z.object({ organization_key: z.string() });

let database: ServedDatabase;
let servers: Serving[];
let callers: readonly RegistryCaller[];
beforeEach(async () => {
  database = await servedDatabase();
  servers = await serveAll(2, database.name, database.env);
  const { organization_key } = keys.parse(JSON.parse(readFileSync(`${database.files}.demo-keys.json`, 'utf8')));
  callers = servers.map(({ url }) => registryCaller(() => url, organization_key));
});
afterEach(async () => {
  for (const server of servers) await server.stop('SIGTERM');
  await database.drop();
});

it('accepts exactly one of many concurrent successors of a partial receipt, sent alone and in batches', async () => {
  const [one, other] = callers;
  if (!one || !other) throw new Error('no callers');
  const { id: consumer_id } = await one.ok('create_consumer', { name: 'Consumer' });
  const { id: agent_id } = await one.ok('create_agent', { name: 'Agent' });
  const signer = newSigner();
  await one.ok('register_signing_key', { public_key: signer.public_key, agent_id });
  const of = { agent_id, consumer_id };
  const taken = new Set<string>();
  for (let round = 0; round < ROUNDS; round += 1) {
    const first = receiptFor(of, Date.now(), { resolution: 'partial' });
    expect((await one.send('submit_receipt', { ...signer.submission(first) })).status).toBe(200);
    const supersedes = sha256(jcs(first));
    const follower = (n: number) =>
      signer.submission(receiptFor(of, Date.now(), { job_id: first.job_id, metadata: { supersedes, n } }));
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, async (_, n) => {
        const by = n % 2 === 0 ? one : other;
        if (n < 4) return [(await by.send('submit_receipt', { ...follower(n) })).json];
        return (await by.send('submit_receipts', { receipts: [follower(n), follower(n + 4)] })).json.data;
      }),
    );
    const [winner, ...more] = outcomes.flat().filter(({ id }) => id !== undefined);
    expect(more).toEqual([]);
    taken.add(winner.id);
    for (const { id, error, detail } of outcomes.flat())
      if (id === undefined) expect([error, detail]).toEqual(['receipt_conflict', expect.stringContaining(winner.id)]);
  }
  expect(taken.size).toBe(ROUNDS);
  const { code, stdout } = await run(['log', 'verify'], database.env);
  expect([code, stdout]).toEqual([0, expect.stringContaining(`valid  ${ROUNDS * 2} receipts`)]);
  database.assertSound();
});
