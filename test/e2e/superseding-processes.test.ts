import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { type RegistryCaller, registryCaller } from '../actors/registry-caller.js';
import { jcs, newSigner, receiptFor, sha256 } from '../actors/signer.js';
import { run } from '../support/program.js';
import { type Serving, serve } from '../support/spawn.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { volume } from '../support/volume.js';
import { checkFile, SOUND } from './database-file.js';

/** Receipts that supersede the same one, through two processes on one file at once: one wins. */

const ROUNDS = volume(5, 30);

const keys = z.object({ organization_key: z.string() });

let folder: string;
let database: string;
let servers: Serving[];
let callers: readonly RegistryCaller[];
beforeEach(async () => {
  folder = temporaryFolder();
  database = join(folder, 'portal.db');
  servers = await Promise.all([1, 2].map(() => serve(database, { PORTAL_RATE_LIMIT: '0' })));
  const { organization_key } = keys.parse(JSON.parse(readFileSync(`${database}.demo-keys.json`, 'utf8')));
  callers = servers.map(({ url }) => registryCaller(() => url, organization_key));
});
afterEach(async () => {
  for (const server of servers) await server.stop('SIGTERM');
  rmSync(folder, { recursive: true });
});

it('of many at once, alone and in batches, exactly one follows each partial receipt, and the log is valid', async () => {
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
  const { code, stdout } = await run(['log', 'verify'], { PORTAL_DB: database });
  expect([code, stdout]).toEqual([0, expect.stringContaining(`valid  ${ROUNDS * 2} receipts`)]);
  expect(checkFile(database)).toEqual(SOUND);
});
