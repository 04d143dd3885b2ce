import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { printed, refusal } from '../support/demo-commands.js';
import { initDemo } from '../support/init-demo.js';
import { run } from '../support/program.js';
import { readStored } from '../support/stored.js';
import { StripeStandIn, TEST_KEY, TEST_KEYS } from '../support/stripe/stripe-stand-in.js';
import { temporaryFolder } from '../support/temporary-folder.js';

let folder: string;
let database: string;
let standIn: StripeStandIn;
let env: Record<string, string>;
beforeEach(async () => {
  folder = temporaryFolder();
  database = join(folder, 'portal.db');
  printed(await initDemo(database));
  standIn = new StripeStandIn(() => Date.now());
  env = { PORTAL_DB: database, PORTAL_STRIPE_API_URL: await standIn.listen() };
});
afterEach(async () => {
  await standIn.close();
  rmSync(folder, { recursive: true });
});

const account = (...args: readonly string[]) => run(['payments', ...args], env);

function file(content: object): string {
  const path = join(folder, 'account.json');
  writeFileSync(path, JSON.stringify(content));
  return path;
}

test('sets, shows, tests and removes the account of a shop', async () => {
  expect(printed(await account('set', 'stripe', file(TEST_KEYS)))).toBe('account for stripe set\n');
  const shown = printed(await account('show', 'stripe', '--json'));
  expect(JSON.parse(shown)).toMatchObject({
    account: 'shop',
    test: true,
    settings: [{ is_set: true, value: null }, {}, {}, {}, {}],
  });
  const text = printed(await account('show', 'stripe'));
  expect(text).toBe(
    [
      'account: of the shop',
      'secret_key: set',
      `publishable_key: ${TEST_KEYS.publishable_key}`,
      'webhook_secret: not set',
      'multicapture: not set',
      'google_pay_merchant_id: not set',
      '',
    ].join('\n'),
  );
  expect([shown, text].join()).not.toContain(TEST_KEY);
  expect(printed(await account('test', 'stripe'))).toBe('usable: Stand-in Shop (acct_standin), with test keys\n');
  expect(printed(await account('remove', 'stripe'))).toBe('account for stripe removed\n');
  expect(printed(await account('show', 'stripe'))).toContain('account: none');
});

test('keeps the account usable when the key of the logs is rotated', async () => {
  printed(await account('set', 'stripe', file(TEST_KEYS)));
  const before = await readStored(database, 'SELECT body FROM payment_account');
  expect(await run(['log', 'rotate'], env)).toMatchObject({ code: 0 });
  expect(await readStored(database, 'SELECT body FROM payment_account')).not.toEqual(before);
  expect(printed(await account('test', 'stripe'))).toContain('usable');
});

test('says why an account cannot be used', async () => {
  expect(refusal(await account('test', 'stripe'))).toContain('has no account for stripe');
  printed(await account('set', 'stripe', file({ ...TEST_KEYS, secret_key: 'sk_test_other' })));
  const { code, stdout, stderr } = await account('test', 'stripe', '--json');
  const reason = 'Stripe does not know the secret key';
  expect([code, stderr]).toEqual([1, expect.stringContaining(`the account cannot be used: ${reason}`)]);
  expect(JSON.parse(stdout)).toEqual({ usable: false, account: null, live: null, reason });
});

test('tests the account of the operator for a shop without its own', async () => {
  env = { ...env, PORTAL_STRIPE_SECRET_KEY: TEST_KEY, PORTAL_STRIPE_PUBLISHABLE_KEY: TEST_KEYS.publishable_key };
  expect(printed(await account('test', 'stripe'))).toContain('usable');
});

test('warns of test keys of a shop that is not a demo', async () => {
  const { shop_id } = JSON.parse(printed(await run(['orgs', 'create', 'Real', '--shop', 'Real', '--json'], env)));
  const { code, stderr } = await account('set', 'stripe', file(TEST_KEYS), '--shop', shop_id);
  expect([code, stderr]).toEqual([0, expect.stringContaining('warning: The account has test keys')]);
});

test('names a wrong value without repeating it', async () => {
  const wrong = refusal(await account('set', 'stripe', file({ ...TEST_KEYS, publishable_key: TEST_KEY })));
  expect(wrong).toContain('settings.publishable_key: must be a publishable key');
  expect(wrong).not.toContain(TEST_KEY);
});
