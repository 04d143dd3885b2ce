import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ANSWER_LIFETIME } from '../../src/calls/idempotency.js';
import { Seal } from '../../src/calls/seal.js';
import { sweep } from '../../src/maintenance/sweep.js';
import { OPERATIONS } from '../../src/operations/index.js';
import { type Args, type RegistryCaller, registryCaller } from '../actors/registry-caller.js';
import { type Answered, startPortal, type TestPortal } from '../support/portal.js';
import { stillClock } from '../support/still-clock.js';
import { changeStored, readStored } from '../support/stored.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { fullKey } from '../support/tenants.js';
import { bytesOf } from './leaks/database.js';

const KEY = { 'idempotency-key': 'f3a1c7d2-0b6e-4f7b-9a55-6f1f5b7a9d10' };

let database: string;
let portal: TestPortal;
let clock: ReturnType<typeof stillClock>;
let by: RegistryCaller;
let webhook: string;
beforeEach(async () => {
  database = join(temporaryFolder(), 'portal.db');
  clock = stillClock();
  portal = await startPortal({ database, clock });
  const key = await fullKey(portal, 'organization');
  by = registryCaller(() => portal.url, key);
  webhook = (await by.ok('create_webhook', { url: 'https://merchant.example/' })).id;
});
afterEach(async () => {
  await portal.close();
  rmSync(dirname(database), { recursive: true });
});

/** Arguments of each operation that shows a secret, the secret's place in the response, and how it is stored. */
const SECRETS: readonly (readonly [
  operation: string,
  args: () => Args,
  secretIn: (answer: Answered) => string,
  kept: 'by its hash' | 'sealed',
])[] = [
  ['create_key', () => ({ name: 'sealed' }), ({ json }) => json.data.key, 'by its hash'],
  ['create_link_code', () => ({}), ({ json }) => json.data.code, 'by its hash'],
  ['create_webhook', () => ({ url: 'https://merchant.example/' }), ({ json }) => json.data.secret, 'sealed'],
  ['rotate_webhook_secret', () => ({ webhook_id: webhook }), ({ json }) => json.data.secret, 'sealed'],
];

it('covers every operation that shows a secret', () => {
  const secret = OPERATIONS.filter(({ secretAnswer }) => secretAnswer).map(({ name }) => name);
  expect(SECRETS.map(([operation]) => operation).sort()).toEqual([...secret].sort());
});

/** Returns the row of the only stored response. */
async function record(): Promise<{ readonly id: string; readonly fingerprint: string; readonly outcome: string }> {
  const rows = await readStored(database, 'SELECT body FROM idempotency');
  expect(rows).toHaveLength(1);
  return JSON.parse(String(rows[0]?.body));
}

const kept = async () => (await record()).outcome;

describe.each(SECRETS)('%s', (operation, args, secretIn, howKept) => {
  const send = (headers: Readonly<Record<string, string>> = KEY, more: object = {}) =>
    by.send(operation, { ...args(), ...more }, headers);

  it('keeps its secret out of the file, and replays it to a repeat with the idempotency key', async () => {
    const first = await send();
    const secret = secretIn(first);
    expect(secret.length).toBeGreaterThan(20);
    const again = await send();
    expect([again.status, again.text, again.headers.get('idempotent-replayed')]).toEqual([200, first.text, 'true']);
    const open = await bytesOf(database);
    await portal.close();
    const bytes = `${open}\n${await bytesOf(database)}`;
    portal = await startPortal({ database, clock });
    expect(bytes.includes(secret)).toBe(false);
    expect(bytes.includes(Buffer.from(secret).toString('base64').slice(0, -4))).toBe(false);
    // The file has neither the idempotency key nor its unsalted hash, so nothing in the file can decrypt the response.
    expect(bytes.includes(KEY['idempotency-key'])).toBe(false);
    expect(bytes.includes(createHash('sha256').update(KEY['idempotency-key']).digest('hex'))).toBe(false);
    expect((await send()).text).toBe(first.text);
  });

  it('stores a response that can be decrypted only with the idempotency key', async () => {
    const first = await send();
    const { id, fingerprint, outcome } = await record();
    const key = KEY['idempotency-key'];
    expect(new Seal(key, id).open(outcome)).toMatchObject({ answer: { body: first.json } });
    for (const wrong of [id, fingerprint, '', `${key} `, key.toUpperCase()])
      expect(() => new Seal(wrong, id).open(outcome)).toThrow();
    expect(() => new Seal(key, fingerprint).open(outcome)).toThrow();
  });

  if (howKept === 'by its hash')
    it('stores only the hash of the secret', async () => {
      const hash = createHash('sha256')
        .update(secretIn(await send()))
        .digest('hex');
      expect(await bytesOf(database)).toContain(hash);
    });

  it('seals calls with different idempotency keys separately', async () => {
    const first = await send();
    const sealed = await kept();
    expect(sealed).toMatch(/^[A-Za-z0-9+/]+=*$/);
    const second = await send({ 'idempotency-key': 'another' });
    expect(second.headers.get('idempotent-replayed')).toBeNull();
    expect(secretIn(second)).not.toBe(secretIn(first));
    clock.advance(ANSWER_LIFETIME);
    await sweep(portal.app.portal);
    expect(secretIn(await send())).not.toBe(secretIn(first));
    expect(await kept()).not.toBe(sealed);
  });

  it('does not replay to another caller with the same idempotency key', async () => {
    const first = await send();
    const stranger = registryCaller(() => portal.url, await fullKey(portal, 'organization'));
    const theirs = await stranger.send(operation, args(), KEY);
    expect(theirs.headers.get('idempotent-replayed')).toBeNull();
    expect(secretIn(theirs)).not.toBe(secretIn(first));
  });

  it('rejects a stored response that was changed in the file, and reveals nothing of it', async () => {
    await send();
    const changed = Buffer.from(await kept(), 'base64');
    changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
    const body = JSON.stringify({ ...(await record()), outcome: changed.toString('base64') });
    await changeStored(database, 'UPDATE idempotency SET body = $1', body);
    const { status, json } = await send();
    expect([status, json.error]).toEqual([500, 'internal_error']);
  });
});

it('rejects other arguments under the same key, and reveals nothing', async () => {
  const first = await by.send('create_key', { name: 'one' }, KEY);
  const other = await by.send('create_key', { name: 'two' }, KEY);
  expect([other.status, other.json.error]).toEqual([409, 'idempotency_conflict']);
  expect(other.text).not.toContain(first.json.data.key.slice(3));
});

it('does not store an error as the response to an idempotency key', async () => {
  const args = { name: 'one', deployment_id: 'dep_absent' };
  expect((await by.send('create_key', args, KEY)).status).toBe(404);
  const { deployment_id } = portal.demo;
  expect((await by.send('create_key', { ...args, deployment_id }, KEY)).status).toBe(200);
});
