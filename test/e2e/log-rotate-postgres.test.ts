import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openClosing } from '../../src/attestation/log-statement.js';
import { required } from '../../src/domain/values/required.js';
import { readVkey, verifyBundle } from '../../src/receipts.js';
import { logKeyFile } from '../../src/store/log/log-key-file.js';
import { demoAttester, newSignerOf, submitted } from '../actors/attester.js';
import { registryCaller } from '../actors/registry-caller.js';
import { shopper } from '../actors/shopper.js';
import type { Signer } from '../actors/signer.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { environmentOf, openOnPostgres, postgresOf, releasePostgresOf } from '../support/postgres-of-path.js';
import { run } from '../support/program.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { fullKey } from '../support/tenants.js';

let folder: string;
let database: string;
let signer: Signer | undefined;
beforeEach(() => {
  folder = temporaryFolder();
  database = join(folder, 'portal.db');
  signer = undefined;
});
afterEach(async () => {
  await releasePostgresOf(database);
  rmSync(folder, { recursive: true });
});

async function onPortal<R>(use: (portal: TestPortal) => Promise<R>): Promise<R> {
  const portal = await startPortal({ database, open: openOnPostgres });
  return use(portal).finally(() => portal.close());
}

/** Adds receipts. Returns the bundle of the last one. */
async function grown(portal: TestPortal, count: number) {
  const attester = demoAttester(portal);
  signer ??= await newSignerOf(attester);
  let receipt_id = '';
  for (let nth = 0; nth < count; nth += 1)
    receipt_id = await submitted(attester, signer, portal.app.portal.clock.now());
  return (await attester.by.ok('get_receipt_bundle', { receipt_id })).data;
}

const log = (...args: readonly string[]) => run(['log', ...args], environmentOf(database));
const keyIn = (vkey: string) => readVkey(vkey).publicKey.fingerprint;

async function onServer<Row extends object>(sql: string): Promise<Row[]> {
  const client = new Client({ connectionString: postgresOf(database) });
  await client.connect();
  const { rows } = await client.query<Row>(sql);
  await client.end();
  return rows;
}

describe('portal log rotate on PostgreSQL', () => {
  test('replaces the key: the log continues, old bundles stay valid, and both keys sign the change', async () => {
    const before = await onPortal((portal) => grown(portal, 3));
    const { code, stdout, stderr } = await log('rotate', '--json');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const { public_keys, earlier_key } = JSON.parse(stdout);
    const [vkey = ''] = Object.values<string>(public_keys);
    expect(keyIn(vkey)).not.toBe(keyIn(before.log.public_key));
    expect(existsSync(earlier_key)).toBe(true);
    expect(await log('verify')).toMatchObject({ code: 0, stderr: '' });
    const after = await onPortal((portal) => grown(portal, 2));
    expect(after.log.public_key).toBe(vkey);
    verifyBundle(before, { log: before.log.public_key });
    verifyBundle(after, { log: vkey });
    const [closed] = await onServer<{ statement: string }>('SELECT statement FROM log_closed');
    expect(openClosing(closed?.statement ?? '')).toMatchObject({ opened: vkey, reason: 'log_rotated' });
    expect(await log('verify')).toMatchObject({ code: 0, stdout: expect.stringMatching(/valid {2}5 receipts/) });
  });

  test('seals the secrets of webhooks again under the new key', async () => {
    const { id, secret } = await onPortal(async (portal) => {
      const owner = registryCaller(() => portal.url, await fullKey(portal, 'organization'));
      return owner.ok('create_webhook', { url: 'https://merchant.example/' });
    });
    expect(await log('rotate')).toMatchObject({ code: 0, stderr: '' });
    await onPortal(async ({ app }) => {
      const { store } = app.portal;
      const row = await store.read((rows) => rows.get('webhook', id));
      expect(store.sealing.unseal(row?.secrets[0]?.sealed ?? '', id)).toBe(secret);
    });
  });

  test('seals the secrets of payment accounts again under the new key', async () => {
    const settings = { secret_key: 'sk_test_1', publishable_key: 'pk_test_1' };
    const account = await onPortal(async (portal) => {
      const owner = registryCaller(() => portal.url, await fullKey(portal, 'organization'));
      return owner.ok('put_payment_account', { shop_id: portal.demo.shop_id, handler_id: 'stripe', settings });
    });
    expect(await log('rotate')).toMatchObject({ code: 0, stderr: '' });
    await onPortal(async ({ app: { portal } }) => {
      const { accounts } = portal.gateway;
      const stripe = required(portal.gateway.handler('stripe'), 'stripe');
      expect(await accounts.open(stripe, account.shop_id, 'shop')).toEqual({ owner: 'shop', settings });
    });
  });

  test('signs with the new key alone when the old one is lost', async () => {
    await onPortal((portal) => grown(portal, 1));
    rmSync(logKeyFile(database));
    expect((await log('rotate')).stderr).toContain("the log's key cannot be read from");
    expect(await log('rotate', '--lost', '--log-name', 'example.com/logs')).toMatchObject({ code: 0, stderr: '' });
    expect(await log('verify')).toMatchObject({ code: 0, stderr: '' });
    expect((await onPortal((portal) => grown(portal, 1))).log.public_key).toMatch(/^example\.com\/logs/);
  });

  test('fails while a portal runs, and stops the writes of a running portal that it did not detect', async () => {
    await onPortal(async (portal) => {
      const before = await grown(portal, 1);
      const { code, stderr } = await log('rotate');
      expect([code, stderr]).toEqual([1, expect.stringContaining('stop all portals first')]);
      await grown(portal, 1);
      // The portal runs on, but does not announce itself any more.
      await portal.app.store.processes?.leave();
      expect(await log('rotate')).toMatchObject({ code: 0 });
      const by = shopper(portal, { buyer: 'new' });
      const { data } = await by.ok('get_cart', {});
      const buyer = { email: 'ada@example.com' };
      expect((await by.send('set_buyer', { checkout_id: data.id, buyer })).status).toBe(503);
      await expect.poll(() => portal.app.moved.aborted).toBe(true);
      verifyBundle(before, { log: before.log.public_key });
    });
    expect(await log('verify')).toMatchObject({ code: 0, stdout: expect.stringMatching(/valid {2}2 receipts/) });
    await onPortal((portal) => grown(portal, 1));
  });

  test('succeeds at least once when run concurrently, and does not make a changed receipt valid', async () => {
    await onPortal((portal) => grown(portal, 2));
    const all = await Promise.all([log('rotate'), log('rotate'), log('rotate')]);
    for (const { code, stderr } of all)
      expect([code, stderr]).toEqual([
        code,
        code === 0 ? '' : expect.stringMatching(/another process has replaced|not valid/),
      ]);
    expect(all.some(({ code }) => code === 0)).toBe(true);
    expect(await log('verify')).toMatchObject({ code: 0, stderr: '' });
    expect(existsSync(`${logKeyFile(database)}.next`)).toBe(false);
    const [{ vkey } = { vkey: '' }] = await onServer<{ vkey: string }>('SELECT vkey FROM log_identity');
    await onServer(`UPDATE receipt SET metadata = '{"a":1}' WHERE log_index = 3`);
    expect(await log('rotate')).toMatchObject({ code: 1, stderr: expect.stringContaining('the key is not replaced') });
    expect(await onServer('SELECT vkey FROM log_identity')).toEqual([{ vkey }]);
  });
});
