import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shopAccountKey } from '../../src/domain/payment/shop-account.js';
import { isInRole, ROLE_NAMES, type Role } from '../../src/domain/tenant/roles.js';
import { PAYMENT_ACTIONS } from '../../src/pages/desk/payments/actions.js';
import { invoice } from '../../src/payments/handlers/invoice.js';
import { makeSandboxCard } from '../../src/payments/handlers/sandbox-card.js';
import { registryCaller } from '../actors/registry-caller.js';
import { tokenIn, type Visited, type Visitor } from '../actors/visitor.js';
import type { MailScene } from '../mail/mail-scene.js';
import { ACCOUNT_HANDLER, type AccountTestHandler, accountHandler, WRONG_KEY } from '../support/account-handler.js';
import { fullKey } from '../support/tenants.js';
import { OWNER, openDeskScene, signIn, signInEachRole } from './scene.js';

/** Tests the page of the desk about payment providers. */

const RECENT_MS = 15 * 60_000;
const KEYS = { 'setting.key': 'key_test_1', 'setting.signing': 'signing_1', 'setting.public': 'Shop' };

let scene: MailScene;
let handler: AccountTestHandler;
let page: string;
/** Returns the signed-in person of a role. */
let inRole: (role: Role) => Visitor;
beforeAll(async () => {
  handler = accountHandler();
  scene = await openDeskScene({ handlers: [handler, invoice, makeSandboxCard()] });
  page = `/desk/${scene.portal.demo.shop_id}/payments`;
  inRole = await signInEachRole(scene);
});
afterAll(() => scene.portal.close());

const shopRow = () => scene.portal.app.store.read((rows) => rows.get('shop', scene.portal.demo.shop_id));
const accountRow = () =>
  scene.portal.app.store.read((rows) =>
    rows.get('payment_account', shopAccountKey({ shop_id: scene.portal.demo.shop_id, handler_id: ACCOUNT_HANDLER })),
  );

/** Sends a form of the page as the owner. */
async function act(
  action: keyof typeof PAYMENT_ACTIONS,
  fields: Record<string, string> = {},
  shop = scene.portal.demo.shop_id,
): Promise<Visited> {
  const owner = inRole('owner');
  const target = `../../desk/${shop}/payments/${ACCOUNT_HANDLER}/${action}`;
  return owner.submit(await owner.get(`/desk/${shop}/payments`), target, fields);
}

describe.each(ROLE_NAMES)('the role %s', (role) => {
  test('sees the page and uses its buttons as its scopes say', async () => {
    const visitor = inRole(role);
    const isAllowed = isInRole(role, 'shops');
    expect((await visitor.get(page)).status).toBe(isAllowed ? 200 : 403);
    if (isAllowed) return;
    const form_token = tokenIn(await visitor.get('/desk'));
    for (const action of Object.keys(PAYMENT_ACTIONS)) {
      const sent = await visitor.post(`${page}/${ACCOUNT_HANDLER}/${action}`, { form_token, ...KEYS });
      expect({ action, status: sent.status }).toEqual({ action, status: 403 });
    }
    expect(await accountRow()).toBeUndefined();
  });
});

test('connects an account, tests it, offers it, replaces a secret and removes the account', async () => {
  const owner = inRole('owner');
  expect((await owner.get(page)).text).toContain('Connect an account before buyers can pay this way.');
  const rejected = await act('set', { ...KEYS, 'setting.key': 'secret' });
  expect(rejected.status).toBe(400);
  expect(rejected.text).toContain(WRONG_KEY);
  const saved = await act('set', KEYS);
  expect(saved.path).toBe(`${page}?done`);
  expect(saved.text).toContain('value="Shop"');
  for (const secret of ['key_test_1', 'signing_1']) expect(saved.text).not.toContain(secret);
  expect((await act('test')).text).toMatch(/The account works:<\/strong> Shop · with test keys/);
  await act('offer');
  expect((await shopRow())?.settings.payment_handlers).toContain(ACCOUNT_HANDLER);
  const before = await accountRow();
  await act('set', { 'setting.key': 'key_test_2', 'setting.signing': '', 'setting.public': 'Shop' });
  const after = await accountRow();
  expect([after?.sealed.key === before?.sealed.key, after?.sealed.signing]).toEqual([false, before?.sealed.signing]);
  await act('set', { 'setting.public': 'Shop', 'clear.signing': '1' });
  expect(Object.keys((await accountRow())?.sealed ?? {})).toEqual(['key']);
  expect((await act('remove')).text).toContain('the shop offers &quot;bank&quot;');
  await act('withdraw');
  expect((await shopRow())?.settings.payment_handlers).not.toContain(ACCOUNT_HANDLER);
  await act('remove');
  expect(await accountRow()).toBeUndefined();
});

test('says why an account cannot be used, and warns of test keys outside demo shops', async () => {
  await act('set', { ...KEYS, 'setting.key': 'key_wrong' });
  const failed = await act('test');
  expect(failed.text).toMatch(/The account cannot be used[\s\S]*the bank does not know the key/);
  await act('remove');
  expect((await act('set', KEYS)).text).not.toContain('no money moves');
  const api = registryCaller(() => scene.portal.url, await fullKey(scene.portal, 'organization'));
  const { id } = await api.ok('create_shop', { name: 'Real' });
  expect((await act('set', KEYS, id)).text).toContain('no money moves');
});

test('changes nothing if somebody else changed the account, or without a form token', async () => {
  const owner = inRole('owner');
  const shown = await owner.get(page);
  await act('set', { 'setting.public': 'First' });
  const target = `../../desk/${scene.portal.demo.shop_id}/payments/${ACCOUNT_HANDLER}/set`;
  const second = await owner.submit(shown, target, { 'setting.public': 'Second' });
  expect([second.status, second.text.includes('Somebody else changed')]).toEqual([409, true]);
  const foreign = await owner.post(`${page}/${ACCOUNT_HANDLER}/set`, { 'setting.public': 'Foreign' });
  expect(foreign.status).toBe(403);
  expect((await accountRow())?.settings).toEqual({ public: 'First' });
  for (const path of [`${ACCOUNT_HANDLER}/explode`, 'nobody/set'])
    expect((await owner.post(`${page}/${path}`, { form_token: tokenIn(shown) })).status).toBe(404);
});

test('asks for another sign-in before money may go elsewhere', async () => {
  const owner = inRole('owner');
  const shown = await owner.get(page);
  scene.clock.advance(RECENT_MS + 1);
  const form_token = tokenIn(shown);
  const target = `${page}/${ACCOUNT_HANDLER}`;
  for (const [action, { movesMoney }] of Object.entries(PAYMENT_ACTIONS)) {
    const sent = await owner.send('POST', `${target}/${action}`, { form_token, 'setting.public': 'Late' });
    const isAsked = sent.headers.get('location')?.includes('/sign-in?confirm=1&return=desk') ?? false;
    expect({ action, isAsked }).toEqual({ action, isAsked: movesMoney });
  }
  expect((await owner.get(page)).text).toContain('Confirm that it is you: Save the account');
  expect((await accountRow())?.settings).toEqual({ public: 'First' });
});

test('asks for another sign-in before the form of the settings offers another way to pay', async () => {
  const owner = await signIn(scene, OWNER);
  const form = `/desk/${scene.portal.demo.shop_id}/settings/payments`;
  const offered = (await shopRow())?.settings.payment_handlers ?? [];
  const shown = await owner.get(form);
  scene.clock.advance(RECENT_MS + 1);
  const asked = await owner.submit(shown, 'payments', { payment_handlers: ACCOUNT_HANDLER });
  expect(asked.path).toMatch(/^\/sign-in\?confirm=1&return=desk/);
  expect((await shopRow())?.settings.payment_handlers).toEqual(offered);
  const same = await owner.submit(shown, 'payments', { payment_handlers: offered.join('\r\n') });
  expect(same).toMatchObject({ status: 200, path: form });
});
