import { cpSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Acme, openAcme, SECRET_KEY } from '../../examples/payment-handlers/javascript/test/acme.js';
import { readConfig } from '../../src/config.js';
import { PACKAGE_ROOT } from '../../src/package-root.js';
import { testPaymentHandler } from '../../src/payment-handler/conformance.js';
import { invoice } from '../../src/payments/handlers/invoice.js';
import { loadHandlers } from '../../src/payments/handlers/load-handlers.js';
import { submitForm } from '../actors/buyer-page.js';
import { readyCart, shopper } from '../actors/shopper.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { run } from '../support/program.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { anotherKey } from '../support/tenants.js';

/** The handler of docs/payment-handlers.md, which is an example, in a folder as described there. */

const DOCUMENT = readFileSync(join(PACKAGE_ROOT, 'docs', 'payment-handlers.md'), 'utf8');
const EXAMPLE = 'examples/payment-handlers/javascript/handlers/acme-pay.mjs';

let home: string;
let acme: Acme;
beforeAll(async () => {
  acme = await openAcme();
  home = temporaryFolder();
  await mkdir(join(home, 'node_modules'));
  symlinkSync(PACKAGE_ROOT, join(home, 'node_modules', 'commerce-portal'));
  cpSync(join(PACKAGE_ROOT, EXAMPLE), join(home, 'handlers', 'acme-pay.mjs'));
});
afterAll(() => {
  acme.close();
  rmSync(home, { recursive: true });
});

const environment = (settings: Readonly<Record<string, string>>) => ({
  PORTAL_HANDLERS: join(home, 'handlers'),
  ...settings,
});

const idsWith = async (settings: Readonly<Record<string, string>>) =>
  (await loadHandlers(readConfig(environment(settings), {}))).map(({ description }) => description.id);

test('shows the handler of the example', () => {
  const [, text] = new RegExp(`<!-- test: ${EXAMPLE} -->\\n\`\`\`js\\n([\\s\\S]*?)\`\`\``).exec(DOCUMENT) ?? [];
  expect(text).toBe(readFileSync(join(PACKAGE_ROOT, EXAMPLE), 'utf8'));
});

test('lists every check of the conformance suite', async () => {
  const { checks } = await testPaymentHandler(invoice);
  const rows = [...DOCUMENT.matchAll(/^\| `(\w+)` \| (.*) \|$/gm)].map(([, name, title]) => `${name}: ${title}`);
  expect(rows).toEqual(expect.arrayContaining(checks.map(({ name, title }) => `${name}: ${title}`)));
});

test('offers the handler once its secret is configured', async () => {
  const builtIn = ['invoice', 'sandbox_card', 'stripe'];
  expect(await idsWith({})).toEqual(builtIn);
  expect(await idsWith({ PORTAL_ACME_PAY_SECRET_KEY: SECRET_KEY })).toEqual([...builtIn, 'acme_pay']);
});

test('exits when settings are incomplete, and names the missing one', async () => {
  const env = environment({ PORTAL_ACME_PAY_URL: acme.url, PORTAL_ACME_PAY_KEY: SECRET_KEY });
  const args = ['serve', '--demo', '--db', join(home, 'portal.db')];
  const { code, stderr } = await run(args, env);
  expect(code).toBe(2);
  expect(stderr).toBe(
    'warning: PORTAL_ACME_PAY_KEY is not a setting of the portal\n' +
      `portal: ${join(home, 'handlers', 'acme-pay.mjs')}: PORTAL_ACME_PAY_SECRET_KEY must be set ` +
      '(secret key of the Acme Pay account), because PORTAL_ACME_PAY_URL is set\n',
  );
});

/** Starts the demo shop with only this handler. */
async function openShop(): Promise<TestPortal> {
  const env = environment({ PORTAL_ACME_PAY_SECRET_KEY: SECRET_KEY, PORTAL_ACME_PAY_URL: acme.url });
  const portal = await startPortal({ env });
  const path = `/api/shops/${portal.demo.shop_id}/settings`;
  const key = portal.demo.organization_key;
  const { data } = (await portal.request('GET', path, { key })).json;
  const put = await portal.request('PUT', path, { key, body: { ...data, payment_handlers: ['acme_pay'] } });
  expect(put.status).toBe(200);
  return portal;
}

test('lets a buyer pay with the handler on the checkout page, and refunds the payment', async () => {
  const portal = await openShop();
  const by = shopper(portal);
  const { id: checkout_id, total } = await readyCart(by);
  const { continue_url, payment } = (await by.ok('get_checkout', { checkout_id })).data;
  const [{ config_schema, instrument_schemas, ...shown }] = payment.handlers;
  expect(shown).not.toHaveProperty('form');
  for (const url of [config_schema, ...instrument_schemas]) expect((await fetch(url)).status).toBe(200);
  expect(await (await fetch(`${portal.url}/docs`)).text()).toContain('<code>acme_pay</code>');
  const page = await (await fetch(continue_url)).text();
  expect(page).toContain(
    '<input id="acme_pay.code" name="acme_pay.code" autocomplete="one-time-code" aria-required="true" type="text" value="">',
  );
  expect(await submitForm(continue_url, 'pay', {})).toBe('invalid_request');
  expect(acme.charges.size).toBe(0);
  expect(await submitForm(continue_url, 'pay', { 'acme_pay.code': 'bad' })).toBe('payment_failed');
  expect(await submitForm(continue_url, 'pay', { 'acme_pay.code': ' good ' })).toBeNull();
  const { order } = (await by.ok('get_checkout', { checkout_id })).data;
  const { key } = await anotherKey(portal, 'deployment', { scopes: ['commerce', 'fulfillment'] });
  const merchant = shopper(portal, { key });
  const { data } = await merchant.ok('adjust_order', { order_id: order.id, type: 'refund', amount: 100 });
  expect(data.adjustments).toMatchObject([{ status: 'completed' }]);
  expect([...acme.charges.values()]).toMatchObject([
    { status: 'refused', amount: total, refunded: 0 },
    { status: 'paid', amount: total, refunded: 100 },
  ]);
  expect(portal.logged.join('')).not.toContain(SECRET_KEY);
  await portal.close();
});
