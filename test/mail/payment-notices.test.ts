import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { displayAmount } from '../../src/domain/values/display.js';
import { required } from '../../src/domain/values/required.js';
import { renderNotice } from '../../src/mail/render.js';
import { replaceWrite } from '../../src/ports.js';
import { LANGUAGES } from '../../src/texts/locale.js';
import { postForm, submitForm } from '../actors/buyer-page.js';
import { type RegistryCaller, registryCaller } from '../actors/registry-caller.js';
import { orderOnAccount, readyCart, shopper, totalOf } from '../actors/shopper.js';
import { anotherKey, fullKey } from '../support/tenants.js';
import { acceptInvoices, payUnconfirmed } from './buyer-notices.js';
import { type MailScene, openMailScene } from './mail-scene.js';
import { scripted } from './scripted-transport.js';
import { shownTexts } from './shown-texts.js';

/** Tests notices about payments that need the buyer, and when they are sent. */

const MINUTE = 60_000;

const mail = scripted({ outcome: 'acknowledged', status: 250 });
let scene: MailScene;
let owner: RegistryCaller;
let key: string;
beforeAll(async () => {
  scene = await openMailScene({ mail });
  owner = registryCaller(() => scene.portal.url, await fullKey(scene.portal, 'organization'));
  ({ key } = await anotherKey(scene.portal, 'deployment', { scopes: ['commerce', 'fulfillment'] }));
  await acceptInvoices(scene);
});
beforeEach(() => {
  mail.sent.length = 0;
});
afterAll(() => scene.portal.close());

async function deliveries(subject: string) {
  const { entries } = await scene.portal.app.store.list('deliveries_about', { subject }, undefined, 10);
  return entries;
}

let buyers = 0;

/** Fills a cart of another buyer, with the same address. */
async function newCart() {
  buyers += 1;
  const merchant = shopper(scene.portal, { key, buyer: `buyer-${buyers}` });
  return { cart: await readyCart(merchant), by: { ...scene, merchant } };
}

const states = async (subject: string) =>
  (await deliveries(subject)).map(({ form, state, outcome }) => [
    form.kind === 'mail' && form.notice,
    outcome === null ? state : outcome,
  ]);

describe('a payment that an agent started, and that waits for the buyer', () => {
  test('is announced a minute later, with the link to its page', async () => {
    const { cart, by } = await newCart();
    const { continue_url } = await payUnconfirmed(by, cart);
    const subject = `checkout/${cart.id}`;
    scene.clock.advance(MINUTE - 1);
    expect(await states(subject)).toEqual([['payment_action', 'waiting']]);
    scene.clock.advance(1);
    await expect.poll(() => states(subject)).toEqual([['payment_action', 'acknowledged']]);
    expect(mail.sent.map(({ to }) => to)).toEqual(['ada@example.com']);
    expect(mail.sent[0]?.bytes.toString().replaceAll('=\r\n', '')).toContain(continue_url);
  });

  test('is announced once, also if it has another action later', async () => {
    const { cart, by } = await newCart();
    await payUnconfirmed(by, cart);
    const { store } = scene.portal.app.portal;
    await store.update((rows) => {
      const row = required(rows.get('checkout', cart.id), 'checkout');
      const attempt = required(row.attempt, 'attempt');
      const payment = required(rows.get('payment', attempt.id), 'payment');
      const action = { type: 'redirect', url: 'https://bank.test/2', expires_at: scene.clock.now() + MINUTE } as const;
      return {
        writes: [
          replaceWrite('checkout', row, { ...row, attempt: { ...attempt, action } }),
          replaceWrite('payment', payment, payment),
        ],
        result: undefined,
      };
    }, scene.portal.demo.organization_id);
    expect((await deliveries(`checkout/${cart.id}`)).length).toBe(1);
  });

  test('is not announced if it has ended by then', async () => {
    const { cart, by } = await newCart();
    const { continue_url } = await payUnconfirmed(by, cart);
    await postForm(continue_url, 'test-bank', { result: 'confirmed' });
    await by.merchant.ok('get_checkout', { checkout_id: cart.id });
    scene.clock.advance(MINUTE);
    await expect.poll(() => states(`checkout/${cart.id}`)).toEqual([['payment_action', 'outdated']]);
    expect((await deliveries(`checkout/${cart.id}`))[0]).toMatchObject({ state: 'dead', attempts: 0 });
  });

  test('is not announced after the time for it is over', async () => {
    const { cart, by } = await newCart();
    await payUnconfirmed(by, cart);
    scene.clock.advance(15 * MINUTE);
    await expect.poll(() => states(`checkout/${cart.id}`)).toEqual([['payment_action', 'outdated']]);
  });

  test('is not announced if the buyer started it on the page', async () => {
    const { cart, by } = await newCart();
    const { data } = await by.merchant.ok('get_checkout', { checkout_id: cart.id });
    const { attempt } = await payOnPage(data.continue_url, cart.id);
    expect(attempt).toMatchObject({ by_buyer: true, action: { type: 'redirect' } });
    expect(await deliveries(`checkout/${cart.id}`)).toEqual([]);
  });

  test('is not announced if the shop has disabled the kind', async () => {
    const { shop_id } = scene.portal.demo;
    const settings = await owner.ok('get_shop_settings', { shop_id });
    await owner.ok('update_shop_settings', { ...settings, shop_id, mail: { disabled: ['payment_action'] } });
    const { cart, by } = await newCart();
    await payUnconfirmed(by, cart);
    expect(await deliveries(`checkout/${cart.id}`)).toEqual([]);
    await owner.ok('update_shop_settings', { ...settings, shop_id });
  });

  test('is announced with the amounts of the API response in both parts, in each language', async () => {
    const { cart, by } = await newCart();
    await payUnconfirmed(by, cart);
    const { data } = await by.merchant.ok('get_checkout', { checkout_id: cart.id });
    const amounts: number[] = data.totals.map(({ amount }: { amount: number }) => amount);
    expect(amounts).toContain(cart.total);
    const [{ form, payload } = {}] = await deliveries(`checkout/${cart.id}`);
    if (form?.kind !== 'mail') throw new Error('no mail');
    const { view, store } = scene.portal.app.portal;
    const shop = required(await store.read((rows) => rows.get('shop', form.shop_id)), 'shop');
    for (const language of Object.keys(LANGUAGES)) {
      const { html, text } = renderNotice({ ...form, language }, JSON.parse(payload ?? ''), shop, view);
      for (const amount of amounts.filter((one) => one > 0)) {
        const money = displayAmount(amount, 'USD', language);
        for (const part of [text, shownTexts(html)]) expect(part).toContain(money);
      }
    }
  });

  test('is part of the erasure of its buyer, once it has ended', async () => {
    const { cart, by } = await newCart();
    const email = 'grace@example.com';
    await by.merchant.ok('set_buyer', { checkout_id: cart.id, buyer: { email } });
    const { continue_url } = await payUnconfirmed(by, cart);
    const [{ payload, ...rest } = {}] = await deliveries(`checkout/${cart.id}`);
    expect(payload).toContain(email);
    expect(JSON.stringify(rest)).not.toContain('grace');
    await postForm(continue_url, 'test-bank', { result: 'rejected' });
    await by.merchant.ok('get_checkout', { checkout_id: cart.id });
    await owner.ok('erase_personal_data', { email });
    expect((await deliveries(`checkout/${cart.id}`)).map((one) => one.payload)).toEqual([null]);
    scene.clock.advance(MINUTE);
    await expect.poll(() => states(`checkout/${cart.id}`)).toEqual([['payment_action', 'erased']]);
  });
});

/** Pays on the page with a card whose bank asks for a confirmation. Returns the stored checkout. */
async function payOnPage(continueUrl: string, id: string) {
  expect(
    await submitForm(continueUrl, 'pay', { handler_id: 'sandbox_card', 'sandbox_card.token': 'tok_confirm' }),
  ).toBeNull();
  const { store } = scene.portal.app.portal;
  return required(await store.read((rows) => rows.get('checkout', id)), 'checkout');
}

async function disable(disabled: readonly string[]): Promise<void> {
  const { shop_id } = scene.portal.demo;
  const settings = await owner.ok('get_shop_settings', { shop_id });
  await owner.ok('update_shop_settings', { ...settings, shop_id, mail: { disabled } });
}

describe('an order by invoice', () => {
  test('tells its buyer how to pay, in the confirmation only', async () => {
    const { cart, by } = await newCart();
    const order = await orderOnAccount(by.merchant, cart);
    await expect.poll(() => states(`order/${order}`)).toEqual([['placed', 'acknowledged']]);
    const text = mail.sent.at(-1)?.bytes.toString() ?? '';
    expect(text.indexOf('IBAN DE02 1203')).toBeGreaterThan(0);
    expect(text.indexOf('IBAN DE02 1203')).toBeLessThan(text.indexOf('Quantity'));
  });

  test('tells its buyer how to pay in a mail of its own if the shop sends no confirmation', async () => {
    await disable(['placed']);
    const { cart, by } = await newCart();
    const order = await orderOnAccount(by.merchant, cart);
    await expect.poll(() => states(`order/${order}`)).toEqual([['payment_due', 'acknowledged']]);
    const { data } = await by.merchant.ok('get_order', { order_id: order });
    const text = mail.sent.at(-1)?.bytes.toString() ?? '';
    for (const part of ['IBAN DE02 1203', displayAmount(totalOf(data), 'USD', 'en'), `Order ${data.display_id}`])
      expect(text).toContain(part);
  });

  test('tells nothing about a payment that was recorded or canceled before the notice was sent', async () => {
    mail.answer({ outcome: 'unavailable', status: 451 });
    for (const operation of ['mark_order_paid', 'cancel_order']) {
      const { cart, by } = await newCart();
      const order_id = await orderOnAccount(by.merchant, cart);
      const subject = `order/${order_id}`;
      await expect.poll(() => states(subject)).toContainEqual(['payment_due', 'unavailable']);
      await by.merchant.ok(operation, { order_id, ...(operation === 'cancel_order' && { reason: 'Late' }) });
      mail.answer({ outcome: 'acknowledged', status: 250 });
      scene.clock.advance(MINUTE);
      await expect.poll(() => states(subject)).toContainEqual(['payment_due', 'outdated']);
      mail.answer({ outcome: 'unavailable', status: 451 });
    }
    mail.answer({ outcome: 'acknowledged', status: 250 });
  });

  test('tells nothing if the shop has no instructions', async () => {
    const { shop_id } = scene.portal.demo;
    const settings = await owner.ok('get_shop_settings', { shop_id });
    await owner.ok('update_shop_settings', { ...settings, shop_id, invoice: { due_days: 14 }, mail: {} });
    const { cart, by } = await newCart();
    const order = await orderOnAccount(by.merchant, cart);
    expect((await states(`order/${order}`)).map(([kind]) => kind)).toEqual(['placed']);
  });
});

test('previews both notices for an order', async () => {
  const { cart, by } = await newCart();
  const order_id = await orderOnAccount(by.merchant, cart);
  const staff = registryCaller(() => scene.portal.url, key);
  const action = await staff.ok('preview_order_notice', { order_id, notice: 'payment_action', language: 'de' });
  expect(action.text).toContain('Ihre Zahlung braucht noch einen Schritt');
  expect(action.text).toContain(`${scene.portal.url}/checkout/${cart.id}`);
  const due = await staff.ok('preview_order_notice', { order_id, notice: 'payment_due' });
  expect(due.text).toContain('How to pay');
});
