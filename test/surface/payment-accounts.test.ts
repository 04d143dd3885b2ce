import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type RegistryCaller, registryCaller } from '../actors/registry-caller.js';
import { READY } from '../actors/shopper.js';
import { ACCOUNT_HANDLER, type AccountTestHandler, accountHandler, WRONG_KEY } from '../support/account-handler.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { readStored } from '../support/stored.js';
import { changeSettings, fullKey } from '../support/tenants.js';

/** Accounts of shops at payment providers: docs/payments.md, Accounts. */

const PORTAL = { key: 'key_portal', public: 'Portal' };
const KEYS = { key: 'key_live_1', signing: 'signing_1', public: 'Shop' };

let portal: TestPortal;
let handler: AccountTestHandler;
let owner: RegistryCaller;
let buyer: RegistryCaller;
afterEach(() => portal.close());

async function open(portalAccount?: Readonly<Record<string, string>>): Promise<void> {
  handler = accountHandler(portalAccount);
  portal = await startPortal({ handlers: [handler] });
  owner = registryCaller(() => portal.url, await fullKey(portal, 'organization'));
  buyer = registryCaller(() => portal.url, await fullKey(portal, 'deployment'));
}

const named = (args: object = {}) => ({ shop_id: portal.demo.shop_id, handler_id: ACCOUNT_HANDLER, ...args });
const put = (settings: object, args: object = {}) => owner.ok('put_payment_account', named({ settings, ...args }));
const read = () => owner.ok('get_payment_account', named());

async function refusal(operation: string, args: object = {}) {
  const { status, json } = await owner.send(operation, named(args));
  return [status, json.error, json.detail];
}

/** Buys something through the handler. Returns the id of the order. */
async function buy(): Promise<string> {
  const payment = { instruments: [{ id: 'i', handler_id: ACCOUNT_HANDLER }] };
  return (await buyer.ok('buy', { ...READY, max_total: 100_000, payment })).order.id;
}

/** Lets the shop offer the handler. */
const offer = (change: object = {}) => changeSettings(portal, { payment_handlers: [ACCOUNT_HANDLER], ...change });

const settingsOf = (names: readonly string[]) =>
  expect.objectContaining({
    settings: expect.arrayContaining(names.map((name) => expect.objectContaining({ name, is_set: true }))),
  });

describe('the account of a shop', () => {
  beforeEach(() => open(PORTAL));

  test('is shown without its secrets, which are stored sealed', async () => {
    await put(KEYS);
    const shown = await read();
    expect(shown).toMatchObject({ account: 'shop', test: false, warnings: [] });
    expect(shown.settings).toEqual([
      { name: 'key', label: 'Key', secret: true, required: true, is_set: true, value: null },
      { name: 'signing', label: 'Signing secret', secret: true, required: false, is_set: true, value: null },
      { name: 'public', label: 'Public name', secret: false, required: true, is_set: true, value: 'Shop' },
    ]);
    const stored = JSON.stringify(await readStored(portal.database, 'SELECT body FROM payment_account'));
    for (const secret of [KEYS.key, KEYS.signing])
      expect([JSON.stringify(shown), stored, portal.logged.join()].join()).not.toContain(secret);
  });

  test('is that of the operator as long as the shop has none', async () => {
    expect(await read()).toMatchObject({ account: 'portal', test: null, settings: [{ is_set: false }, {}, {}] });
    await put(KEYS);
    expect(await owner.ok('delete_payment_account', named())).toMatchObject({ account: 'portal' });
  });

  test('keeps the settings that a change does not name, and charges with the new key', async () => {
    await put(KEYS);
    await put({ key: 'key_live_2' });
    expect(await read()).toEqual(settingsOf(['key', 'signing', 'public']));
    await offer();
    await buy();
    expect(handler.calls).toEqual([['authorize', 'shop', 'key_live_2']]);
  });

  test('loses an optional setting that is set to null', async () => {
    await put(KEYS);
    const { settings } = await put({ signing: null });
    expect(settings.map((one: { is_set: boolean }) => one.is_set)).toEqual([true, false, true]);
  });

  test.each([
    ['an unknown setting', { colour: 'red' }, 'settings.colour: must be absent; the settings are key, signing, public'],
    ['a value that the handler refuses', { key: 'secret_1' }, `settings.key: ${WRONG_KEY}`],
    ['a required setting that is removed', { public: null }, 'settings.public: is required'],
  ])('is not changed by %s', async (_name, change, detail) => {
    const before = await put(KEYS);
    expect(await refusal('put_payment_account', { settings: change })).toEqual([400, 'invalid_request', detail]);
    expect(await read()).toEqual(before);
  });

  test('needs its required settings', async () => {
    expect(await refusal('put_payment_account', { settings: { key: 'key_1' } })).toEqual([
      ...[400, 'invalid_request', 'settings.public: is required'],
    ]);
  });

  test('exists only for handlers that declare settings', async () => {
    const args = { handler_id: 'invoice', settings: {} };
    expect((await refusal('put_payment_account', args)).slice(0, 2)).toEqual([404, 'payment_account_not_found']);
  });

  test('warns of test keys, except in a demo shop', async () => {
    const test_keys = { ...KEYS, key: 'key_test_1' };
    expect(await put(test_keys)).toMatchObject({ test: true, warnings: [] });
    const { id: shop_id } = await owner.ok('create_shop', { name: 'Real' });
    const warnings = [expect.stringContaining('no money moves')];
    expect(await put(test_keys, { shop_id })).toMatchObject({ test: true, warnings });
    expect(await put({ key: 'key_live_1' }, { shop_id })).toMatchObject({ test: false, warnings: [] });
  });

  test('is in the audit trail with the names of its settings', async () => {
    await put(KEYS);
    await put({ key: 'key_live_2' });
    await put({ key: 'key_live_2' });
    await owner.ok('delete_payment_account', named());
    const events = await owner.ok('list_audit_events', { subject_type: 'payment_account' });
    expect(events.map(({ action, changed }: { action: string; changed: string[] }) => [action, ...changed])).toEqual([
      ['payment_account.deleted', 'settings'],
      ['payment_account.updated', 'key'],
      ['payment_account.created', 'key', 'signing', 'public'],
    ]);
  });
});

test('a shop is warned of test keys of the operator', async () => {
  await open({ key: 'key_test_1', public: 'Portal' });
  const { id: shop_id } = await owner.ok('create_shop', { name: 'Real' });
  const { account, test, warnings } = await owner.ok('get_payment_account', named({ shop_id }));
  expect([account, test, warnings.length]).toEqual(['portal', null, 1]);
});

describe('a handler without an account of the operator', () => {
  beforeEach(() => open());

  test('is offered only by shops with an account, which then cannot be removed', async () => {
    const { shop_id } = portal.demo;
    const settings = { ...(await owner.ok('get_shop_settings', { shop_id })), payment_handlers: [ACCOUNT_HANDLER] };
    const change = () => owner.send('update_shop_settings', { shop_id, ...settings });
    expect((await change()).json).toMatchObject({ detail: expect.stringContaining('"bank" needs an account') });
    await put(KEYS);
    expect((await change()).status).toBe(200);
    await buy();
    expect(await refusal('delete_payment_account')).toEqual([
      ...[409, 'payment_account_in_use'],
      'The account is in use: the shop offers "bank"; remove it from `payment_handlers` first.',
    ]);
    await changeSettings(portal, { payment_handlers: [] });
    expect(await owner.ok('delete_payment_account', named())).toMatchObject({ account: 'none' });
  });

  test('charges nothing after the operator has removed theirs', async () => {
    await offer();
    const payment = { instruments: [{ id: 'i', handler_id: ACCOUNT_HANDLER }] };
    const { status, json } = await buyer.send('buy', { ...READY, max_total: 100_000, payment });
    expect([status, json.error]).toEqual([400, 'payment_instrument_invalid']);
    expect(handler.calls).toEqual([]);
  });
});

describe('a payment', () => {
  beforeEach(() => open(PORTAL));

  test('stays with the account of the operator when the shop gets its own', async () => {
    await offer({ payment_capture: 'on_shipment' });
    const [captured, canceled] = [await buy(), await buy()];
    await put(KEYS);
    await buyer.ok('capture_payment', { order_id: captured });
    await buyer.ok('adjust_order', { order_id: captured, type: 'refund', amount: 100 });
    await buyer.ok('cancel_order', { order_id: canceled });
    await buy();
    expect(handler.calls).toEqual([
      ['authorize', 'portal', 'key_portal'],
      ['authorize', 'portal', 'key_portal'],
      ['capture', 'portal', 'key_portal'],
      ['refund', 'portal', 'key_portal'],
      ['void', 'portal', 'key_portal'],
      ['authorize', 'shop', 'key_live_1'],
    ]);
  });

  test('keeps its account from being removed or changing its mode while it is open', async () => {
    await put(KEYS);
    await offer({ payment_capture: 'on_shipment' });
    const order_id = await buy();
    const inUse = [409, 'payment_account_in_use', expect.stringContaining('refund through the account is open')];
    expect(await refusal('delete_payment_account')).toEqual(inUse);
    expect(await refusal('put_payment_account', { settings: { key: 'key_test_1' } })).toEqual(inUse);
    await put({ key: 'key_live_2' });
    await buyer.ok('capture_payment', { order_id });
    await owner.ok('delete_payment_account', named());
    expect(handler.calls.at(-1)).toEqual(['capture', 'shop', 'key_live_2']);
  });

  test('keeps its account while a refund is open', async () => {
    await put(KEYS);
    await offer();
    const order_id = await buy();
    handler.refund = async () => ({ state: 'pending' });
    await buyer.ok('adjust_order', { order_id, type: 'refund', amount: 100 });
    expect((await refusal('delete_payment_account')).slice(0, 2)).toEqual([409, 'payment_account_in_use']);
  });

  test('cannot be refunded after its account was removed, and no other account is asked', async () => {
    await put(KEYS);
    await offer();
    const order_id = await buy();
    await owner.ok('delete_payment_account', named());
    const order = await buyer.ok('adjust_order', { order_id, type: 'refund', amount: 100 });
    expect(order).toMatchObject({
      payment_status: 'paid',
      messages: [{ content: expect.stringContaining('the account through which the payment was made was removed') }],
    });
    expect(handler.calls).toEqual([['authorize', 'shop', 'key_live_1']]);
  });
});

describe('the test of an account', () => {
  beforeEach(() => open(PORTAL));

  test('says which account it is, or why it cannot be used', async () => {
    await put(KEYS);
    const testIt = () => owner.ok('test_payment_account', named());
    expect(await testIt()).toEqual({ usable: true, account: 'Shop', live: true, reason: null });
    await put({ key: 'key_wrong' });
    const reason = 'the bank does not know the key';
    expect(await testIt()).toEqual({ usable: false, account: null, live: null, reason });
  });

  test('reports a handler that fails, and keeps its error from the merchant', async () => {
    await put(KEYS);
    handler.testAccount = () => Promise.reject(new Error('inner detail'));
    const { usable, reason } = await owner.ok('test_payment_account', named());
    expect([usable, reason]).toEqual([false, expect.not.stringContaining('inner detail')]);
    expect(portal.logged.join()).toContain('inner detail');
  });

  test("does not use the operator's account", async () => {
    expect((await refusal('test_payment_account')).slice(0, 2)).toEqual([404, 'payment_account_not_found']);
    expect(handler.calls).toEqual([]);
  });
});
