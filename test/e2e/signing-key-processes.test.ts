import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { type RegistryCaller, registryCaller } from '../actors/registry-caller.js';
import { newSigner, receiptFor } from '../actors/signer.js';
import { run } from '../support/program.js';
import { type Serving, serveAll } from '../support/spawn.js';
import { volume } from '../support/volume.js';
import { type ServedDatabase, servedDatabase } from './served-database.js';

/** Signing keys through two processes on one database: concurrent first registrations, and revocations. */

const REGISTRATIONS = volume(3, 10);
const REVOCATIONS = volume(4, 20);

const keys = z.object({ organization_key: z.string() });

let database: ServedDatabase;
let servers: Serving[];
let callers: readonly [RegistryCaller, RegistryCaller];
beforeEach(async () => {
  database = await servedDatabase();
  const [first, second] = await serveAll(2, database.name, database.env);
  if (!first || !second) throw new Error('no servers');
  servers = [first, second];
  const { organization_key } = keys.parse(JSON.parse(readFileSync(`${database.files}.demo-keys.json`, 'utf8')));
  callers = [registryCaller(() => first.url, organization_key), registryCaller(() => second.url, organization_key)];
});
afterEach(async () => {
  for (const server of servers) await server.stop('SIGTERM');
  await database.drop();
});

it('creates exactly one key if an agent is registered with many keys concurrently through both processes', async () => {
  for (let round = 0; round < REGISTRATIONS; round += 1) {
    const { id: agent_id } = await callers[0].ok('create_agent', { name: `Agent ${round}` });
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        callers[n % 2 === 0 ? 0 : 1].send('register_signing_key', { public_key: newSigner().public_key, agent_id }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(answers.filter(({ json }) => json.created)).toHaveLength(1);
    expect(new Set(answers.map(({ json }) => json.data.id)).size).toBe(1);
  }
  expect(await callers[1].ok('list_signing_keys', { limit: 100 })).toHaveLength(REGISTRATIONS);
  database.assertSound();
});

it('rejects receipts in both processes as soon as one has revoked their key, and keeps the log valid', async () => {
  const { id: consumer_id } = await callers[0].ok('create_consumer', { name: 'Consumer' });
  for (let round = 0; round < REVOCATIONS; round += 1) {
    const [by, other] = round % 2 === 0 ? callers : ([callers[1], callers[0]] as const);
    const { id: agent_id } = await by.ok('create_agent', { name: `Agent ${round}` });
    const signer = newSigner();
    const { id: signing_key_id } = await by.ok('register_signing_key', { public_key: signer.public_key, agent_id });
    const submit = (caller: RegistryCaller) =>
      caller.send('submit_receipt', { ...signer.submission(receiptFor({ agent_id, consumer_id }, Date.now())) });
    expect([(await submit(by)).status, (await submit(other)).status]).toEqual([200, 200]);
    await by.ok('revoke_signing_key', { signing_key_id, reason: 'lost' });
    for (const caller of [other, by]) {
      const { status, json } = await submit(caller);
      expect([status, json.error]).toEqual([400, 'signing_key_revoked']);
    }
  }
  const { code, stdout } = await run(['log', 'verify'], database.env);
  expect([code, stdout]).toEqual([0, expect.stringContaining(`valid  ${2 * REVOCATIONS} receipts`)]);
});
