import { systemIds } from '../../src/app.js';
import { required } from '../../src/domain/values/required.js';
import type { MailForm } from '../../src/domain/webhook/delivery.js';
import { renewLink } from '../../src/operations/order/link-writes.js';
import { orderOnAccount, placeOrder, readyCart } from '../actors/shopper.js';
import type { MailScene } from './mail-scene.js';

const SECOND = 1_000;

/** A stored notice. */
export interface Notice {
  readonly form: MailForm;
  readonly payload: string;
}

/** Makes orders and changes them, until their buyers have been sent every kind of notice. */
export async function buyerNotices(scene: MailScene): Promise<readonly Notice[]> {
  return [...(await changedOrder(scene)), ...(await canceledOrder(scene))];
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
  await does('record_fulfillment_event', { type: 'delivered', line_items: [{ id: 'mug', quantity: 1 }] });
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
  return noticesAbout(scene, order);
}

/** Cancels an unpaid order. */
async function canceledOrder(scene: MailScene): Promise<readonly Notice[]> {
  const order = await orderOnAccount(scene.merchant, await readyCart(scene.merchant));
  await merchantOf(scene, order)('cancel_order', { reason: 'Internal', visible: false });
  return (await noticesAbout(scene, order)).filter(({ form }) => form.notice !== 'placed');
}

/** Reads the notices of an order, oldest first. */
async function noticesAbout(scene: MailScene, order: string): Promise<readonly Notice[]> {
  const about = { subject: `order/${order}` };
  const { entries } = await scene.portal.app.store.list('deliveries_about', about, undefined, 100);
  return entries
    .toSorted((a, b) => a.place - b.place)
    .map(({ form, payload }) => {
      if (form.kind !== 'mail') throw new Error('not a mail');
      return { form, payload: required(payload ?? undefined, 'payload') };
    });
}
