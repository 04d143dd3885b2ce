import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isInRole, ROLE_NAMES, type Role } from '../../src/domain/tenant/roles.js';
import type { NoticeKind } from '../../src/domain/values/notice-kinds.js';
import { placeOrder, readyCart, shopper } from '../actors/shopper.js';
import { tokenIn, type Visitor } from '../actors/visitor.js';
import type { MailScene } from '../mail/mail-scene.js';
import { changeSettings } from '../support/tenants.js';
import { openDeskScene, signInEachRole } from './scene.js';

/** Tests the pages on which staff draft orders for buyers, and change placed ones. */

let scene: MailScene;
let desk: string;
/** Returns the signed-in person of a role. */
let inRole: (role: Role) => Visitor;
beforeAll(async () => {
  scene = await openDeskScene();
  desk = `/desk/${scene.portal.demo.shop_id}`;
  inRole = await signInEachRole(scene);
});
afterAll(() => scene.portal.close());

async function drafts() {
  const filter = { shop_id: scene.portal.demo.shop_id };
  return (await scene.portal.app.store.list('drafts', filter, undefined, 100)).entries;
}

const FIELDS = {
  'item.0': 'enamel-mug',
  'units.0': '2',
  'item.1': 'linen-tea-towel',
  'buyer.email': 'ada@example.com',
  'buyer.full_name': 'Ada <b>Park</b>',
  selected_option_id: 'pickup-portland',
  note: 'Called on Monday',
  valid_days: '3',
};

async function send(visitor: Visitor, path: string, fields: Record<string, string> = {}) {
  const form_token = tokenIn(await visitor.get('/desk'));
  return visitor.post(`${desk}/drafts/${path}`, { form_token, request: crypto.randomUUID(), ...fields });
}

describe.each(ROLE_NAMES)('the role %s', (role) => {
  test('drafts, lists and cancels orders as its scopes say', async () => {
    const visitor = inRole(role);
    const before = (await drafts()).length;
    const may = isInRole(role, 'orders:money');
    expect((await visitor.get(`${desk}/drafts`)).status).toBe(isInRole(role, 'orders:read') ? 200 : 403);
    expect((await visitor.get(`${desk}/drafts/new`)).status).toBe(may ? 200 : 403);
    expect((await send(visitor, 'new', FIELDS)).status).toBe(may ? 200 : 403);
    expect((await drafts()).length).toBe(before + (may ? 1 : 0));
    await send(inRole('owner'), 'new', FIELDS);
    const last = (await drafts()).at(-1);
    expect((await send(visitor, `${last?.id}/cancel`)).status).toBe(may ? 200 : 403);
    expect((await drafts()).some(({ id }) => id === last?.id)).toBe(!may);
  });
});

test('shows what was drafted, by whom and for whom, as text', async () => {
  const visitor = inRole('orders');
  const { text } = await send(visitor, 'new', FIELDS);
  const draft = (await drafts()).at(-1);
  expect(draft).toMatchObject({
    lines: [
      { item_id: 'enamel-mug', quantity: 2 },
      { item_id: 'linen-tea-towel', quantity: 1 },
    ],
    selected_option_id: 'pickup-portland',
    draft: { note: 'Called on Monday' },
  });
  expect(text).toContain('Ada &lt;b&gt;Park&lt;/b&gt;');
  expect(text).toMatch(/Drafted by [\w.]+@/);
  expect(text).toContain(`/checkout/${draft?.id}.`);
  const again = await send(visitor, `${draft?.id}/send`);
  expect(again.status).toBe(200);
  expect((await drafts()).at(-1)?.version).toBe(2);
});

test('tells that a link was not mailed, and mails it on request once the shop sends such mail', async () => {
  const setMail = (disabled: readonly NoticeKind[]) => changeSettings(scene.portal, { mail: { disabled } });
  await setMail(['pay_link']);
  const { text } = await send(inRole('orders'), 'new', FIELDS);
  const { id = '', draft } = (await drafts()).at(-1) ?? {};
  expect(draft?.mailed_at).toBeUndefined();
  const cardIn = (page: string) => page.split('<div class="card"').find((part) => part.includes(` id="${id}"`));
  expect(cardIn(text)).toContain('The link was not mailed');
  expect(cardIn((await send(inRole('orders'), `${id}/send`)).text)).toContain('The link was not mailed');
  await setMail([]);
  expect(cardIn((await send(inRole('orders'), `${id}/send`)).text)).not.toContain('The link was not mailed');
  const about = { subject: `checkout/${id}` };
  expect((await scene.portal.app.store.list('deliveries_about', about, undefined, 10)).entries).toHaveLength(1);
});

test('shows a form with a problem again, as it was filled in', async () => {
  const before = (await drafts()).length;
  const { status, text } = await send(inRole('orders'), 'new', { ...FIELDS, 'item.1': 'no-such-item' });
  expect(status).toBe(400);
  for (const value of ['no-such-item', 'Ada &lt;b&gt;Park&lt;/b&gt;', 'Called on Monday'])
    expect(text).toContain(value);
  expect(text).toMatch(/<option value="pickup-portland" selected>/);
  expect((await drafts()).length).toBe(before);
  const forged = await inRole('orders').post(`${desk}/drafts/new`, { ...FIELDS, form_token: 'forged' });
  expect([forged.status, (await drafts()).length]).toEqual([403, before]);
});

test('changes an order after showing the difference', async () => {
  const buyer = shopper(scene.portal);
  const order = await placeOrder(buyer, await readyCart(buyer));
  const visitor = inRole('orders');
  const form_token = tokenIn(await visitor.get('/desk'));
  const fields = { form_token, version: '1', request: order, 'edit.mug': '1', 'item.0': 'linen-tea-towel' };
  const path = `/desk/${scene.portal.demo.shop_id}/orders/${order}`;
  const read = () => scene.portal.app.store.read((rows) => rows.get('order', order));
  const emptied = await visitor.post(`${path}/edit`, { ...fields, 'edit.mug': '', preview: '1' });
  expect([emptied.status, emptied.text.includes('is refunded')]).toEqual([200, false]);
  const shown = await visitor.post(`${path}/edit`, { ...fields, preview: '1' });
  expect(shown.text).toMatch(/\$\d+\.\d\d is refunded/);
  expect(shown.text).toMatch(/a link to pay \$\d+\.\d\d/);
  expect((await read())?.version).toBe(1);
  const { text } = await visitor.post(`${path}/edit`, fields);
  expect(text).toMatch(/Added items wait for a payment of \$\d+\.\d\d/);
  expect(await read()).toMatchObject({ additions: [{}], adjustments: [{ type: 'cancellation' }] });
});
