import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { KEY_SCOPES } from '../../src/domain/tenant/tenant.js';
import { quantityField } from '../../src/pages/checkout/form.js';
import { hiddenFields, submitForm } from '../actors/buyer-page.js';
import { type RegistryCaller, registryCaller } from '../actors/registry-caller.js';
import { PORTLAND } from '../actors/shopper.js';
import { anotherKey } from '../support/tenants.js';
import { type MailScene, openMailScene } from './mail-scene.js';
import { scripted } from './scripted-transport.js';

/** Tests orders that staff draft: the link by mail, the payment on its page, and what the order says of it. */

const DAY = 24 * 60 * 60 * 1000;
const BY_CARD = { handler_id: 'sandbox_card', 'sandbox_card.token': 'tok_approve' };

const mail = scripted({ outcome: 'acknowledged', status: 250 });
let scene: MailScene;
let owner: RegistryCaller;
let shop_id: string;
let keyId: string;
beforeAll(async () => {
  scene = await openMailScene({ mail });
  const { key, id } = await anotherKey(scene.portal, 'organization', { scopes: KEY_SCOPES.organization.allowed });
  owner = registryCaller(() => scene.portal.url, key);
  keyId = id;
  ({ shop_id } = scene.portal.demo);
});
beforeEach(() => {
  mail.sent.length = 0;
});
afterAll(() => scene.portal.close());

const PURCHASE = {
  line_items: [{ item: { id: 'enamel-mug' }, quantity: 2 }],
  buyer: { email: 'ada@example.com', full_name: 'Ada Park' },
  selected_option_id: 'pickup-portland',
  note: 'Called on Monday',
};

const drafted = (more: object = {}) => owner.ok('create_draft_order', { shop_id, ...PURCHASE, ...more });

async function states(id: string) {
  const about = { subject: `checkout/${id}` };
  const { entries } = await scene.portal.app.store.list('deliveries_about', about, undefined, 10);
  return entries.map(({ form, state, outcome }) => [form.kind === 'mail' && form.notice, outcome ?? state]);
}

async function noticesOf(subject: string) {
  const { entries } = await scene.portal.app.store.list('deliveries_about', { subject }, undefined, 10);
  return entries.map(({ form }) => form.kind === 'mail' && form.notice);
}

const isOpen = async (id: string) => {
  const open: readonly { readonly id: string }[] = await owner.ok('list_draft_orders', { shop_id, limit: 100 });
  return open.some((one) => one.id === id);
};

async function totalOnPage(continueUrl: string): Promise<number> {
  return Number((await hiddenFields(continueUrl)).expected_total ?? Number.NaN);
}

describe('a draft order', () => {
  test('is mailed with its link, paid on its page, and names who drafted it in the order and its history', async () => {
    const draft = await drafted();
    expect(draft).toMatchObject({
      status: 'ready_for_complete',
      drafted_by: keyId,
      note: 'Called on Monday',
      buyer_name: 'Ada Park',
      item_count: 2,
      checkout: { status: 'ready_for_complete', buyer: PURCHASE.buyer },
    });
    await expect.poll(() => states(draft.id)).toEqual([['pay_link', 'acknowledged']]);
    expect(mail.sent.map(({ to }) => to)).toEqual(['ada@example.com']);
    expect(mail.sent[0]?.bytes.toString().replaceAll('=\r\n', '')).toContain(draft.continue_url);
    expect(await isOpen(draft.id)).toBe(true);

    expect(await submitForm(draft.continue_url, 'pay', BY_CARD)).toBeNull();
    const paid = await owner.ok('get_draft_order', { shop_id, draft_id: draft.id });
    expect([paid.status, await isOpen(draft.id)]).toEqual(['completed', false]);
    const order = await owner.ok('get_shop_order', { shop_id, order_id: paid.order_id });
    expect(order).toMatchObject({ drafted_by: keyId, note: 'Called on Monday', payment_status: 'paid' });
    expect(order.payment.amount_paid).toBe(draft.total);
    const history: readonly object[] = await owner.ok('get_shop_order_history', { shop_id, order_id: order.id });
    expect(history.slice(0, 2)).toMatchObject([
      { action: 'order.placed', actor: `link:${draft.id}` },
      { action: 'order.drafted', actor: keyId },
    ]);
    expect(await noticesOf(`order/${order.id}`)).toContain('placed');
    const again = await owner.send('cancel_draft_order', { shop_id, draft_id: draft.id });
    expect([again.status, again.json.error]).toEqual([409, 'checkout_closed']);
  });

  test('hides from the buyer who drafted it, and the note', async () => {
    const draft = await drafted();
    await submitForm(draft.continue_url, 'pay', BY_CARD);
    const { order_id } = await owner.ok('get_draft_order', { shop_id, draft_id: draft.id });
    const { key } = await anotherKey(scene.portal, 'deployment', { scopes: ['commerce'] });
    const seen = await registryCaller(() => scene.portal.url, key).ok('get_order', { order_id });
    expect([seen.drafted_by, seen.note]).toEqual([undefined, undefined]);
    // Its two mails must not count in the next test.
    await expect.poll(() => mail.sent.length).toBe(2);
  });

  test('is of a buyer of its own, whose address a cart that names no buyer does not take over', async () => {
    const destination = { ...PORTLAND, full_name: 'Ann Lee' };
    const line_items = [{ item: { id: 'enamel-mug' }, quantity: 1 }];
    const draft = await drafted({ line_items, destination, selected_option_id: 'standard' });
    expect(await submitForm(draft.continue_url, 'pay', BY_CARD)).toBeNull();
    const { order_id } = await owner.ok('get_draft_order', { shop_id, draft_id: draft.id });
    const { key } = await anotherKey(scene.portal, 'deployment', { scopes: ['commerce'] });
    const agent = registryCaller(() => scene.portal.url, key);
    const { id, line_items: lines } = await agent.ok('reorder', { order_id });
    expect(lines).toHaveLength(1);
    const cart = await scene.portal.app.store.read((rows) => rows.get('checkout', id));
    expect([cart?.buyer, cart?.destination]).toEqual([undefined, undefined]);
    await expect.poll(() => mail.sent.length).toBe(2);
  });

  test('is mailed again on request, with the same link and the prices of then', async () => {
    const draft = await drafted();
    await expect.poll(() => mail.sent.length).toBe(1);
    const item = { shop_id, item_id: 'enamel-mug' };
    const { price } = await owner.ok('get_shop_item', item);
    await owner.ok('patch_item', { ...item, price: price + 100 });
    const sent = await owner.ok('send_draft_order', { shop_id, draft_id: draft.id });
    await owner.ok('patch_item', { ...item, price });
    expect(sent.continue_url).toBe(draft.continue_url);
    expect(sent.total).toBeGreaterThan(draft.total);
    await expect.poll(() => mail.sent.length).toBe(2);
    expect(sent.mailed_at > draft.mailed_at).toBe(true);
  });

  test('reserves no stock, and is paid only if the units are still there', async () => {
    const item = { shop_id, item_id: 'pitcher' };
    await owner.ok('put_item', { ...item, title: 'Pitcher', price: 3000, fulfillment_types: ['pickup'], stock: 1 });
    const draft = await drafted({ line_items: [{ item: { id: 'pitcher' }, quantity: 1 }] });
    await owner.ok('move_stock', { ...item, by: -1, reason: 'Broken' });
    expect(await submitForm(draft.continue_url, 'pay', BY_CARD)).not.toBeNull();
    expect((await owner.ok('get_draft_order', { shop_id, draft_id: draft.id })).status).toBe('incomplete');
    await owner.ok('move_stock', { ...item, by: 1, reason: 'Found' });
    expect(await submitForm(draft.continue_url, 'pay', BY_CARD)).toBeNull();
  });

  test('can be canceled, and then neither paid nor mailed', async () => {
    const draft = await drafted();
    const named = { shop_id, draft_id: draft.id };
    expect((await owner.ok('cancel_draft_order', named)).status).toBe('canceled');
    expect((await owner.ok('cancel_draft_order', named)).status).toBe('canceled');
    expect(await isOpen(draft.id)).toBe(false);
    await submitForm(draft.continue_url, 'pay', BY_CARD);
    const after = await owner.ok('get_draft_order', named);
    expect([after.status, after.order_id]).toEqual(['canceled', undefined]);
    const { status, json } = await owner.send('send_draft_order', named);
    expect([status, json.error]).toEqual([409, 'checkout_closed']);
  });

  test('works for the days that were asked for, also after the buyer changed it', async () => {
    const draft = await drafted({ valid_days: 2 });
    expect(Date.parse(draft.expires_at) - Date.parse(draft.created_at)).toBe(2 * DAY);
    expect(await totalOnPage(draft.continue_url)).toBe(draft.total);
    expect(
      await submitForm(draft.continue_url, 'save', { [quantityField(draft.checkout.line_items[0].id)]: '1' }),
    ).toBeNull();
    scene.clock.advance(DAY);
    const changed = await owner.ok('get_draft_order', { shop_id, draft_id: draft.id });
    expect([changed.status, changed.expires_at]).toEqual(['ready_for_complete', draft.expires_at]);
    scene.clock.advance(DAY);
    expect((await owner.ok('get_draft_order', { shop_id, draft_id: draft.id })).status).toBe('canceled');
  });

  test('is compared by its version', async () => {
    const draft = await drafted();
    const named = { shop_id, draft_id: draft.id };
    const stale = { 'if-match': '"1"' };
    await owner.ok('send_draft_order', named, stale);
    const { status, json } = await owner.send('cancel_draft_order', named, stale);
    expect([status, json.error]).toEqual([412, 'version_conflict']);
  });

  test('of another shop, and a checkout that nobody drafted, count as absent', async () => {
    const { data: cart } = await scene.merchant.ok('get_cart', {});
    const answer = await owner.send('get_draft_order', { shop_id, draft_id: cart.id });
    expect([answer.status, answer.json.error]).toEqual([404, 'draft_order_not_found']);
    const other = await owner.ok('create_shop', { name: 'Park Pottery' });
    const { status, json } = await owner.send('create_draft_order', { ...PURCHASE, shop_id: other.id });
    expect([status, json.error]).toEqual([404, 'deployment_not_found']);
    const draft = await drafted();
    expect((await owner.send('get_draft_order', { shop_id: other.id, draft_id: draft.id })).status).toBe(404);
  });
});
