import { required } from '../../src/domain/values/required.js';
import type { MailForm } from '../../src/domain/webhook/delivery.js';
import { renewLink } from '../../src/operations/order/link-writes.js';
import { systemIds } from '../../src/system.js';
import { registryCaller } from '../actors/registry-caller.js';
import { CARD, orderOnAccount, placeOrder, readyCart } from '../actors/shopper.js';
import { anotherKey, fullKey } from '../support/tenants.js';
import type { MailScene } from './mail-scene.js';

const SECOND = 1_000;

/** A stored notice. */
export interface Notice {
  readonly form: MailForm;
  readonly payload: string;
}

/** Makes orders and changes them, until their buyers have been sent every kind of notice. */
export async function buyerNotices(scene: MailScene): Promise<readonly Notice[]> {
  await acceptInvoices(scene);
  return [
    ...(await changedOrder(scene)),
    ...(await canceledOrder(scene)),
    ...(await requestedChanges(scene)),
    ...(await unconfirmedPayment(scene)),
    ...(await draftOrder(scene)),
  ];
}

/** Has the shop of the demo tell its buyers how to pay invoices, with these settings for mail. */
export async function acceptInvoices({ portal }: MailScene, mail: object = {}): Promise<void> {
  const owner = registryCaller(() => portal.url, await fullKey(portal, 'organization'));
  const { shop_id } = portal.demo;
  const settings = await owner.ok('get_shop_settings', { shop_id });
  const invoice = { due_days: 14, instructions: 'IBAN DE02 1203\nBIC BYLADEM1001' };
  await owner.ok('update_shop_settings', { ...settings, shop_id, invoice, mail });
}

/** Pays a ready cart with a card whose bank asks the buyer to confirm. Returns the checkout. */
export async function payUnconfirmed({ merchant }: MailScene, cart: { readonly id: string; readonly total: number }) {
  const payment = { instruments: [{ ...CARD, credential: { type: 'token', token: 'tok_confirm' } }] };
  const args = { checkout_id: cart.id, expected_total: cart.total, payment };
  const { data } = await merchant.ok('complete_checkout', args);
  return data;
}

async function unconfirmedPayment(scene: MailScene): Promise<readonly Notice[]> {
  const cart = await readyCart(scene.merchant);
  await payUnconfirmed(scene, cart);
  return noticesAbout(scene, `checkout/${cart.id}`);
}

async function draftOrder(scene: MailScene): Promise<readonly Notice[]> {
  const owner = registryCaller(() => scene.portal.url, await fullKey(scene.portal, 'organization'));
  const line_items = [{ item: { id: 'enamel-mug' }, quantity: 2 }];
  const purchase = { line_items, buyer: { email: 'ada@example.com' }, selected_option_id: 'pickup-portland' };
  const { id } = await owner.ok('create_draft_order', { shop_id: scene.portal.demo.shop_id, ...purchase });
  return noticesAbout(scene, `checkout/${id}`);
}

/** Calls operations on an order, each a second after the one before. */
function merchantOf(scene: MailScene, order_id: string) {
  return async (operation: string, args: object = {}) => {
    scene.clock.advance(SECOND);
    await scene.merchant.ok(operation, { order_id, ...args });
  };
}

/** Changes a paid order in every way that its buyer hears about, and in some that the buyer does not. */
async function changedOrder(scene: MailScene): Promise<readonly Notice[]> {
  const order = await placeOrder(scene.merchant, await readyCart(scene.merchant));
  const does = merchantOf(scene, order);
  const tracking = {
    carrier: 'Ground post',
    tracking_number: 'GP 77',
    tracking_url: 'https://track.test/GP77?a=1&b=2',
  };
  await does('record_fulfillment_event', { type: 'shipped', line_items: [{ id: 'mug', quantity: 1 }], ...tracking });
  await correctTracking(scene, order, { carrier: 'Ground post', tracking_number: 'GP 78' });
  await does('record_fulfillment_event', { type: 'delivered', line_items: [{ id: 'mug', quantity: 1 }] });
  await does('record_fulfillment_event', { type: 'ready_for_pickup', description: 'Ring twice.' });
  await does('hold_order', { reason: 'Fraud check', note: 'Looks odd' });
  await does('release_order');
  await does('hold_order', { reason: 'The tee is being dyed.', visible: true, note: 'Call the dyer' });
  await does('release_order');
  const why = { reason: 'The dye ran out.', visible: true };
  await does('cancel_order', { line_items: [{ id: 'tee', quantity: 1 }], ...why });
  await does('adjust_order', { type: 'refund', amount: 150 });
  await scene.portal.app.portal.store.update((rows) => {
    const by = { ids: systemIds, actor: 'merchant', now: scene.clock.now() };
    return { writes: renewLink(rows, by, required(rows.get('order', order), 'order')).writes, result: undefined };
  }, scene.portal.demo.organization_id);
  return noticesAbout(scene, `order/${order}`);
}

/** Cancels an unpaid order. */
/** Corrects the tracking of the order's first event. */
async function correctTracking(scene: MailScene, order_id: string, tracking: object): Promise<void> {
  scene.clock.advance(SECOND);
  const row = await scene.portal.app.store.read((rows) => required(rows.get('order', order_id), 'order'));
  const event_id = required(row.fulfillment.events[0], 'event').id;
  const { key } = await anotherKey(scene.portal, 'deployment', { scopes: ['fulfillment'] });
  await registryCaller(() => scene.portal.url, key).ok('correct_tracking', { order_id, event_id, ...tracking });
}

/** Cancels an order by invoice of a shop that sends no confirmations. */
async function canceledOrder(scene: MailScene): Promise<readonly Notice[]> {
  await acceptInvoices(scene, { disabled: ['placed'] });
  const order = await orderOnAccount(scene.merchant, await readyCart(scene.merchant));
  await merchantOf(scene, order)('cancel_order', { reason: 'Internal', visible: false });
  return noticesAbout(scene, `order/${order}`);
}

/** Kinds of notices about requests. The last one must not follow a return, which has already named the refund. */
const ABOUT_REQUESTS = ['request_received', 'request_accepted', 'request_refused', 'returned', 'refunded'];

/** Requests a cancellation, which is refused, and two returns, which are accepted; the units of the second are back. */
async function requestedChanges(scene: MailScene): Promise<readonly Notice[]> {
  const order_id = await placeOrder(scene.merchant, await readyCart(scene.merchant));
  const { key } = await anotherKey(scene.portal, 'deployment', { scopes: ['commerce', 'fulfillment'] });
  const by = registryCaller(() => scene.portal.url, key, scene.merchant.buyer);
  const ask = async (args: object) => {
    scene.clock.advance(SECOND);
    const { requests } = await by.ok('request_order_change', { order_id, ...args });
    return { order_id, request_id: requests.at(-1).id };
  };
  const answer = async (named: object, args: object) => {
    scene.clock.advance(SECOND);
    await by.ok('answer_order_request', { ...named, ...args });
  };
  await answer(await ask({ type: 'cancel', reason: 'Ordered twice' }), { decision: 'refuse', reason: 'It is packed.' });
  await by.ok('record_fulfillment_event', { order_id, type: 'picked_up' });
  const units = { type: 'return', line_items: [{ id: 'mug', quantity: 1 }] };
  await answer(await ask(units), { decision: 'accept', reason: 'Send it to 1 Dock Street.' });
  await answer(await ask({ type: 'return' }), { decision: 'accept', received: true });
  const all = await noticesAbout(scene, `order/${order_id}`);
  return all.filter(({ form }) => ABOUT_REQUESTS.includes(form.notice));
}

/** Reads the notices about an order or a checkout, oldest first. */
async function noticesAbout(scene: MailScene, subject: string): Promise<readonly Notice[]> {
  const { entries } = await scene.portal.app.store.list('deliveries_about', { subject }, undefined, 100);
  return entries
    .toSorted((a, b) => a.place - b.place)
    .map(({ form, payload }) => {
      if (form.kind !== 'mail') throw new Error('not a mail');
      return { form, payload: required(payload ?? undefined, 'payload') };
    });
}
