import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { itemKey } from '../../src/domain/shop/item.js';
import { isInRole, ROLE_NAMES, type Role } from '../../src/domain/tenant/roles.js';
import { ACTIONS, DESK_ACTIONS, type DeskActionName } from '../../src/pages/desk/actions.js';
import { parseBundle, verifyOrderStatement } from '../../src/receipts.js';
import {
  orderOnAccount,
  placeOrder,
  readyCart,
  type Shopper,
  shippedCart,
  shopper,
  totalOf,
} from '../actors/shopper.js';
import { tokenIn, type Visited, Visitor } from '../actors/visitor.js';
import type { MailScene } from '../mail/mail-scene.js';
import { run } from '../support/program.js';
import { changeSettings } from '../support/tenants.js';
import { addStaff, enterCode, openDeskScene, signIn } from './scene.js';

/** Tests the desk, as a browser without scripts uses it. */

const MINUTE = 60_000;

let scene: MailScene;
let buyer: Shopper;
let shop: string;
/** A signed-in person of each role. */
const people = new Map<Role, Visitor>();
beforeAll(async () => {
  scene = await openDeskScene();
  shop = scene.portal.demo.shop_id;
  buyer = shopper(scene.portal);
  for (const role of ROLE_NAMES) people.set(role, await newPerson(role));
});
afterAll(() => scene.portal.close());

let added = 0;

/** Adds and signs in a person with a role. */
async function newPerson(role: Role, ...more: string[]): Promise<Visitor> {
  added += 1;
  const email = `${role}${added}@merchant.example.test`;
  await addStaff(scene, email, role, ...more);
  return signIn(scene, email);
}

function inRole(role: Role): Visitor {
  const visitor = people.get(role);
  if (!visitor) throw new Error(`nobody has the role ${role}`);
  return visitor;
}

const bought = async () => placeOrder(buyer, await readyCart(buyer));
const pathOf = (order: string) => `/desk/${shop}/orders/${order}`;
const slipOf = (order: string) => `/desk/${shop}/packing-slips?order=${order}`;

/** Sends an action as the form of the order page would, with the version that this page showed. */
async function act(
  visitor: Visitor,
  order: string,
  action: DeskActionName,
  fields: Readonly<Record<string, string>> = {},
): Promise<Visited> {
  const page = await visitor.get('/desk');
  const version = await scene.portal.app.store.read((rows) => rows.get('order', order)?.version);
  const base = {
    form_token: tokenIn(page),
    version: String(version),
    request: `${action}-${order}-${scene.clock.now()}`,
  };
  return visitor.post(`${pathOf(order)}/${action}`, { ...base, ...fields });
}

const rowOf = (order: string) => scene.portal.app.store.read((rows) => rows.get('order', order));

/** Sets the stock of an item, whose units are counted from then on. */
async function countStock(item_id: string, to: number): Promise<void> {
  const expected = (await stockOf(item_id)) ?? null;
  const merchant = shopper(scene.portal, { key: scene.portal.demo.organization_key });
  await merchant.ok('move_stock', { shop_id: shop, item_id, to, expected });
}

async function stockOf(item: string): Promise<number | undefined> {
  const key = itemKey(shop, item);
  return scene.portal.app.store.read((rows) => rows.counters('stock', [key]).get(key));
}

const NEW_ADDRESS = {
  'destination.full_name': 'Ada <b>Byron</b>',
  'destination.street_address': '12 New Street',
  'destination.address_locality': 'Salem',
  'destination.address_region': 'OR',
  'destination.postal_code': '97301',
  'destination.address_country': 'US',
};

/** Builds an order on which the action is possible, and the fields of its form. */
const SITUATIONS: Readonly<
  Record<DeskActionName, () => Promise<readonly [order: string, fields: Record<string, string>]>>
> = {
  hold: async () => [await bought(), { reason: 'Address unclear' }],
  release: async () => {
    const order = await bought();
    await act(inRole('owner'), order, 'hold');
    return [order, {}];
  },
  ship: async () => [await bought(), { type: 'picked_up', carrier: 'UPS', tracking_number: '1Z999' }],
  tracking: async () => {
    const order = await bought();
    await act(inRole('warehouse'), order, 'ship', { type: 'picked_up', tracking_number: '1Z998' });
    const event_id = (await rowOf(order))?.fulfillment.events[0]?.id ?? '';
    return [order, { event_id, tracking_number: '1Z999' }];
  },
  cancel: async () => [await bought(), { reason: 'Out of stock' }],
  refund: async () => [await bought(), { amount: '1.00', reason: 'Chipped' }],
  return: async () => {
    const order = await bought();
    await act(inRole('warehouse'), order, 'ship', { type: 'picked_up' });
    return [order, { 'units.mug': '1', restock: '1' }];
  },
  capture: async () => {
    await changeSettings(scene.portal, { payment_capture: 'on_shipment' });
    const order = await bought();
    await changeSettings(scene.portal, { payment_capture: 'at_once' });
    return [order, { amount: '1.00' }];
  },
  mark_paid: async () => [
    await orderOnAccount(buyer, await readyCart(buyer)),
    { amount: '5.00', reference: 'SEPA 4711' },
  ],
  link: async () => [await bought(), {}],
  edit: async () => [await bought(), { 'edit.mug': '1' }],
  note: async () => [await bought(), { note: 'Ada calls on Monday' }],
  address: async () => [await placeOrder(buyer, await shippedCart(buyer)), NEW_ADDRESS],
};

describe.each(ROLE_NAMES)('the role %s', (role) => {
  test.each(DESK_ACTIONS)('may or may not %s, as its scopes say', async (action) => {
    const [order, fields] = await SITUATIONS[action]();
    const before = await rowOf(order);
    const { scope } = ACTIONS[action].operation;
    const isAllowed = scope !== 'buyer' && isInRole(role, scope) && isInRole(role, 'orders:read');
    const answer = await act(inRole(role), order, action, fields);
    expect({ status: answer.status, changed: (await rowOf(order))?.version !== before?.version }).toEqual({
      status: isAllowed ? 200 : 403,
      changed: isAllowed,
    });
  });

  test('sees the pages that its scopes allow', async () => {
    const visitor = inRole(role);
    const order = await bought();
    const expected = isInRole(role, 'orders:read') ? 200 : 403;
    const statuses = [];
    for (const path of [`/desk/${shop}`, `/desk/${shop}/orders`, pathOf(order), slipOf(order)])
      statuses.push((await visitor.get(path)).status);
    expect(statuses).toEqual([200, expected, expected, expected]);
  });

  test('is offered exactly the actions that it may do', async () => {
    if (!isInRole(role, 'orders:read')) return;
    const order = await bought();
    const { text } = await inRole(role).get(pathOf(order));
    const offered = DESK_ACTIONS.filter((action) => text.includes(`${order}/${action}"`));
    const possible = DESK_ACTIONS.filter(
      (action) => !['release', 'tracking', 'mark_paid', 'capture', 'return', 'address'].includes(action),
    );
    expect(offered).toEqual(
      possible.filter((action) => {
        const { scope } = ACTIONS[action].operation;
        return scope !== 'buyer' && isInRole(role, scope);
      }),
    );
  });
});

test('ships the named units with their tracking, and names the person in the history', async () => {
  const order = await bought();
  const visitor = inRole('warehouse');
  const page = await visitor.get(pathOf(order));
  const shipped = await visitor.submit(page, `../../../desk/${shop}/orders/${order}/ship`, {
    type: 'picked_up',
    carrier: 'UPS',
    tracking_number: '1Z999',
    tracking_url: 'https://track.example/1Z999',
  });
  expect(shipped).toMatchObject({ status: 200, path: pathOf(order) });
  expect(shipped.text).toContain('https://track.example/1Z999');
  expect(shipped.text).not.toMatch(/Your order|You paid/);
  expect(shipped.text).toMatch(/Shipment or delivery recorded<\/strong> · warehouse\d+@merchant\.example\.test/);
});

test('corrects the tracking of one of two parcels, and shows what it was and who corrected it', async () => {
  const order = await bought();
  const clerk = inRole('warehouse');
  const parcel = { type: 'picked_up', carrier: 'UPS', tracking_number: '1Z<b>7' };
  await act(clerk, order, 'ship', { ...parcel, 'units.mug': '1', 'units.tee': '0', request: 'one' });
  await act(clerk, order, 'ship', { type: 'picked_up', tracking_number: '1Z6', request: 'other' });
  const page = await clerk.get(pathOf(order));
  const events = (await rowOf(order))?.fulfillment.events ?? [];
  for (const { id } of events) expect(page.text).toContain(`name="event_id" value="${id}"`);
  expect(page.text).toContain('name="tracking_number" maxlength="500" value="1Z&lt;b&gt;7"');
  const fields = { event_id: events[0]?.id ?? '', carrier: '', tracking_number: '1Z8' };
  const { text } = await clerk.submit(page, `../../../desk/${shop}/orders/${order}/tracking`, fields);
  expect(text).toMatch(/Tracking corrected<\/strong>: UPS 1Z&lt;b&gt;7 → 1Z8 · warehouse\d+@merchant\.example\.test/);
  expect((await rowOf(order))?.fulfillment.events.map(({ tracking_number }) => tracking_number)).toEqual([
    '1Z8',
    '1Z6',
  ]);
  const { data } = await buyer.ok('get_order', { order_id: order });
  const seen = await new Visitor(scene.portal).get(new URL(data.permalink_url).pathname);
  expect([seen.text.includes('1Z8'), seen.text.includes('1Z&lt;b')]).toEqual([true, false]);
  const late = await clerk.submit(page, `../../../desk/${shop}/orders/${order}/tracking`, {
    ...fields,
    tracking_number: '1Z9',
    request: 'late',
  });
  expect(late.text).toMatch(/The latest change is by warehouse\d+@merchant\.example\.test: Tracking corrected/);
});

test('cancels one unit of a line, and takes another back with its stock and its share of the price', async () => {
  await countStock('enamel-mug', 500);
  const order = await bought();
  const owner = inRole('owner');
  await act(owner, order, 'cancel', { 'units.mug': '1', 'units.tee': '0', restock: '1' });
  expect((await rowOf(order))?.line_items.map(({ quantity }) => quantity.canceled)).toEqual([1, 0]);
  await act(owner, order, 'ship', { type: 'picked_up', 'units.mug': '1', 'units.tee': '1' });
  expect(await stockOf('enamel-mug')).toBe(499);
  await act(owner, order, 'return', { 'units.mug': '1', restock: '1', reason: 'Chipped' });
  const row = await rowOf(order);
  expect(row?.adjustments).toMatchObject([
    { type: 'cancellation', line_items: [{ id: 'mug', quantity: 1 }] },
    { type: 'return', line_items: [{ id: 'mug', quantity: 1, restocked: 1 }] },
  ]);
  expect(row?.adjustments[1]?.amount).toBe(row?.adjustments[0]?.amount);
  expect(await stockOf('enamel-mug')).toBe(500);
});

test('records a part of a payment with its reference, and shows what is still to pay', async () => {
  const order = await orderOnAccount(buyer, await readyCart(buyer));
  const owner = inRole('owner');
  const total = totalOf((await buyer.ok('get_order', { order_id: order })).data);
  const dollars = (amount: number) => `$${(amount / 100).toFixed(2)}`;
  const page = await act(owner, order, 'mark_paid', { amount: '5.00', reference: 'SEPA <b>4711' });
  expect(page.text).toMatch(/Part of the payment received<\/strong>: \$5\.00 \(SEPA &lt;b&gt;4711\) · owner/);
  expect(page.text).toContain(`all that is still to be paid (${dollars(total - 500)})`);
  const refused = await act(owner, order, 'mark_paid', { amount: dollars(total).slice(1), request: 'too much' });
  expect(refused.text).toContain(`at most ${total - 500} (minor units) is still to be paid`);
  const paid = await act(owner, order, 'mark_paid', { request: 'the rest' });
  expect(paid.text).toContain(`Marked as paid</strong>: ${dollars(total - 500)} · owner`);
  expect((await rowOf(order))?.payment_status).toBe('paid');
});

test('refunds the units of a line, and leaves the stock alone if its box is not checked', async () => {
  await countStock('enamel-mug', 500);
  const order = await bought();
  await act(inRole('owner'), order, 'refund', { 'units.tee': '1' });
  expect((await rowOf(order))?.adjustments).toMatchObject([{ line_items: [{ id: 'tee', quantity: 1 }] }]);
  await act(inRole('owner'), order, 'cancel', { restock_shown: '1' });
  expect((await rowOf(order))?.status).toBe('canceled');
  expect(await stockOf('enamel-mug')).toBe(498);
});

test('prints the units that are left to pack, without prices', async () => {
  const [one, other] = [await bought(), await bought()];
  await act(inRole('warehouse'), one, 'ship', { type: 'picked_up', 'units.mug': '2', 'units.tee': '0' });
  const { text } = await inRole('warehouse').get(`${slipOf(one)}&order=${other}`);
  const slips = text.split('class="slip"').slice(1);
  expect(slips.map((slip) => slip.includes('Enamel'))).toEqual([false, true]);
  expect(text).not.toMatch(/[$€]/);
  expect((await inRole('warehouse').get(slipOf('ord_none'))).status).toBe(404);
});

test('saves the statement that the shop signs of an order', async () => {
  const order = await bought();
  expect((await inRole('warehouse').get(pathOf(order))).text).toContain(
    `${pathOf(order).slice(1)}/statement" download`,
  );
  const { status, text, headers } = await inRole('warehouse').get(`${pathOf(order)}/statement`);
  expect([status, headers.get('content-disposition')]).toEqual([200, `attachment; filename="${order}.json"`]);
  expect(await verifyOrderStatement(parseBundle(text))).toMatchObject({ order_id: order });
  expect((await inRole('warehouse').get(`${pathOf('ord_absent')}/statement`)).status).toBe(404);
});

test('does an action once, however often its form is sent', async () => {
  const order = await bought();
  const fields = { amount: '1.00', request: 'pressed twice', version: String((await rowOf(order))?.version) };
  for (const _time of [1, 2]) expect((await act(inRole('owner'), order, 'refund', fields)).status).toBe(200);
  expect((await rowOf(order))?.adjustments).toHaveLength(1);
});

test('moves money only within 15 minutes of a sign-in, and leads back after another one', async () => {
  const email = 'cashier@merchant.example.test';
  await addStaff(scene, email, 'orders');
  const visitor = await signIn(scene, email);
  const order = await bought();
  scene.clock.advance(15 * MINUTE);
  const page = await visitor.get(pathOf(order));
  expect(page.text).not.toContain(`${order}/refund"`);
  const confirm = await act(visitor, order, 'refund', { amount: '1.00' });
  expect(confirm.path).toBe(`/sign-in?confirm=1&return=${encodeURIComponent(pathOf(order).slice(1))}`);
  expect((await rowOf(order))?.adjustments).toEqual([]);
  expect((await act(visitor, order, 'hold')).status).toBe(200);
  const before = visitor.cookies.get('__Host-session');
  const waiting = await visitor.submit(confirm, 'sign-in');
  const back = await enterCode(scene, visitor, waiting);
  expect(back.path).toBe(pathOf(order));
  expect(visitor.cookies.get('__Host-session')).not.toBe(before);
  expect((await act(visitor, order, 'refund', { amount: '1.00' })).status).toBe(200);
});

test('rejects forms of other pages: no token, or that of another session', async () => {
  const order = await bought();
  const foreign = tokenIn(await inRole('orders').get('/desk'));
  for (const form_token of ['', foreign])
    expect((await act(inRole('owner'), order, 'hold', { form_token })).status).toBe(403);
  expect((await rowOf(order))?.status).toBe('processing');
});

test('ends access at once when a role is changed or removed, or a session ends', async () => {
  const email = 'leaver@merchant.example.test';
  await addStaff(scene, email, 'orders');
  const visitor = await signIn(scene, email);
  const order = await bought();
  await run(['staff', 'role', email, '--role', 'read-only'], scene.portal.commandEnv);
  expect((await act(visitor, order, 'hold')).status).toBe(403);
  await run(['staff', 'remove', email], scene.portal.commandEnv);
  expect((await visitor.get(pathOf(order))).status).toBe(404);
  expect((await visitor.get('/desk')).text).toContain('You have no role here');
});

test('hides other shops: of other organizations, and those outside of the role', async () => {
  const { json } = await scene.portal.request('POST', '/api/shops', {
    key: scene.portal.demo.organization_key,
    body: { name: 'Second' },
  });
  const second: string = json.data.id;
  const visitor = await newPerson('owner', '--shops', second);
  const order = await bought();
  for (const path of [`/desk/${shop}`, pathOf(order), '/desk/shop_none', `/desk/${second}/orders/${order}`])
    expect({ path, status: (await visitor.get(path)).status }).toEqual({ path, status: 404 });
  expect((await visitor.get(`/desk/${second}`)).status).toBe(200);
  expect((await act(visitor, order, 'hold')).status).toBe(404);
  expect((await rowOf(order))?.status).toBe('processing');
});

test('shows texts of buyers and staff as text', async () => {
  const order = await bought();
  const attack = '<script>alert(1)</script>"><img src=x onerror=alert(1)>';
  for (const [action, fields] of [
    ['note', { note: attack }],
    ['hold', { reason: attack, visible: '1' }],
  ] as const)
    expect((await act(inRole('owner'), order, action, fields)).status).toBe(200);
  const { text } = await inRole('owner').get(pathOf(order));
  expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(text).not.toMatch(/<script|<img src=x/);
  const searched = await inRole('owner').get(`/desk/${shop}/orders?query=${encodeURIComponent(attack)}`);
  expect(searched.text).not.toMatch(/<script|<img src=x/);
});

test('is shown in no frame, runs no script, and is not cached', async () => {
  const { headers } = await inRole('owner').get(`/desk/${shop}`);
  expect(headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; style-src 'self';.*frame-ancestors 'none'$/,
  );
  expect(headers.get('x-frame-options')).toBe('DENY');
  expect(headers.get('cache-control')).toBe('no-store');
});

test('sends a browser that comes from another site to the same page only', async () => {
  for (const [path, next] of [
    ['/desk/shop_1/orders?status=on_hold', './orders?status=on_hold'],
    ['/desk/javascript:alert(1)', './javascript:alert(1)'],
  ] as const) {
    const sent = { key: null, headers: { 'sec-fetch-site': 'cross-site' } };
    const { status, text } = await scene.portal.request('GET', path, sent);
    expect({ status, next: /http-equiv="refresh" content="0; url=([^"]+)"/.exec(text)?.[1] }).toEqual({
      status: 200,
      next,
    });
  }
});

test('finds orders by words and filters, in pages', async () => {
  const order = await bought();
  const number = (await rowOf(order))?.display_id ?? '';
  const visitor = inRole('read-only');
  expect((await visitor.get(`/desk/${shop}/orders?query=${number}`)).text).toContain(order);
  expect((await visitor.get(`/desk/${shop}/orders?status=canceled&query=${number}`)).text).toContain(
    'No orders found.',
  );
  const all = await visitor.get(`/desk/${shop}/orders`);
  const next = /<a href="(orders\?cursor=[^"]+)" rel="next">/.exec(all.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const page = await visitor.get(`/desk/${shop}/${next}`);
  expect(page.status).toBe(200);
  expect(page.text).not.toContain(`${order}"`);
});

test('lists today what waits, in five languages', async () => {
  const order = await bought();
  await act(inRole('owner'), order, 'hold');
  const titles = { en: 'On hold', de: 'Angehalten', fr: 'En attente', es: 'Retenidos', it: 'Sospesi' };
  for (const [language, title] of Object.entries(titles)) {
    const visitor = new Visitor(scene.portal, language);
    visitor.cookies.set('__Host-session', inRole('owner').cookies.get('__Host-session') ?? '');
    const { text } = await visitor.get(`/desk/${shop}`);
    expect(text).toContain(`<html lang="${language}">`);
    expect(text).toContain(title);
  }
});

test('explains what an operation rejects', async () => {
  const [visitor, order] = [await newPerson('owner'), await bought()];
  const answer = await act(visitor, order, 'refund', { amount: '99999.00', request: 'too much' });
  expect(answer.status).toBe(409);
  expect(answer.text).toContain('That did not work, and nothing was changed.');
  expect((await act(visitor, order, 'refund', { amount: 'much' })).text).toContain('must be a price');
  expect((await act(visitor, order, 'release')).status).toBe(409);
  expect((await visitor.post(`${pathOf(order)}/explode`, {})).status).toBe(404);
});

test('offers another address until something was shipped, with the present one in its form', async () => {
  const order = await placeOrder(buyer, await shippedCart(buyer));
  const clerk = inRole('warehouse');
  const { text } = await clerk.get(pathOf(order));
  expect(text).toMatch(/name="destination\.street_address" value="1 Old Street"/);
  expect(text).toMatch(/name="destination\.full_name" value="Ada Lovelace"/);
  const moved = await act(clerk, order, 'address', NEW_ADDRESS);
  expect(moved.text).toContain('12 New Street');
  expect(moved.text).toContain('Address changed');
  expect(moved.text).toContain('Ada &lt;b&gt;Byron&lt;/b&gt;');
  const abroad = await act(clerk, order, 'address', {
    ...NEW_ADDRESS,
    'destination.address_country': 'CA',
    request: 'abroad',
  });
  expect([abroad.status, abroad.text.includes('must stay the same')]).toEqual([400, true]);
  await act(clerk, order, 'ship', { type: 'shipped' });
  expect((await clerk.get(pathOf(order))).text).not.toContain('/address"');
  expect((await act(clerk, order, 'address', { ...NEW_ADDRESS, request: 'late' })).status).toBe(409);
});
