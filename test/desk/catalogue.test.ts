import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { orderContextHash } from '../../src/domain/order/receipt-context.js';
import { itemKey } from '../../src/domain/shop/item.js';
import { isInRole, ROLE_NAMES, type Role } from '../../src/domain/tenant/roles.js';
import { required } from '../../src/domain/values/required.js';
import type { ITEM_ACTIONS } from '../../src/pages/desk/items/run-item-action.js';
import { demoAttester, newSignerOf, submitted } from '../actors/attester.js';
import { delegateTo } from '../actors/delegator.js';
import { placeOrder, readyCart, shopper } from '../actors/shopper.js';
import { tokenIn, type Visited, type Visitor } from '../actors/visitor.js';
import type { MailScene } from '../mail/mail-scene.js';
import { addStaff, openDeskScene, signIn, signInEachRole } from './scene.js';

/** Tests the pages about items, receipts and sales. */

const MUG = 'enamel-mug';

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

const page = (item = MUG) => `${desk}/items/${item}`;

async function stored(id = MUG) {
  const key = itemKey(scene.portal.demo.shop_id, id);
  const [item, stock] = await scene.portal.app.store.read((rows) => [
    rows.get('item', key),
    rows.counters('stock', [key]).get(key),
  ]);
  return { item, stock };
}

/** Reads the fields of the form with this action as a browser sends them, without its buttons. */
function fieldsOf({ text }: Visited, action: string): Record<string, string> {
  const forms = text.split('<form').filter((one) => one.split('>', 1)[0]?.includes(`/${action}"`));
  const form = required(forms.at(-1), 'form').split('</form>', 1)[0] ?? '';
  const fields: Record<string, string> = {};
  for (const [, attributes = ''] of form.matchAll(/<input ([^>]*)>/g)) {
    const [name = '', value = ''] = ['name', 'value'].map(
      (one) => new RegExp(`${one}="([^"]*)"`).exec(attributes)?.[1],
    );
    if (!attributes.includes('checkbox') || attributes.includes(' checked')) fields[name] = value;
  }
  for (const [, name = '', value = ''] of form.matchAll(/<textarea [^>]*name="([^"]*)"[^>]*>([^<]*)<\/textarea>/g))
    fields[name] = value.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&');
  for (const [, name = '', options = ''] of form.matchAll(/<select [^>]*name="([^"]*)"[^>]*>(.*?)<\/select>/gs))
    fields[name] = /value="([^"]*)" selected/.exec(options)?.[1] ?? /value="([^"]*)"/.exec(options)?.[1] ?? '';
  return fields;
}

/** Sends a form of the item's page as the page shows it, with some entries changed. */
async function send(visitor: Visitor, action: string, changes: Record<string, string>, item = MUG): Promise<Visited> {
  return visitor.post(`${page(item)}/${action}`, { ...fieldsOf(await visitor.get(page(item)), action), ...changes });
}

const CHANGES: Readonly<Record<keyof typeof ITEM_ACTIONS, Record<string, string>>> = {
  details: { title: 'Mug of another role' },
  pictures: { url: 'https://example.com/mug.png' },
  stock: { to: '7', expected: '' },
};

describe.each(ROLE_NAMES)('the role %s', (role) => {
  test('sees and changes items, and sees receipts, as its scopes say', async () => {
    const visitor = inRole(role);
    const [items, receipts] = [isInRole(role, 'items'), isInRole(role, 'receipts:read')];
    const statuses = [];
    for (const path of ['items', 'items/new', `items/${MUG}`, 'receipts'])
      statuses.push((await visitor.get(`${desk}/${path}`)).status);
    expect(statuses).toEqual([...Array(3).fill(items ? 200 : 403), receipts ? 200 : 403]);
    const { text } = await visitor.get(desk);
    expect([text.includes(`${desk.slice(1)}/items"`), text.includes('/receipts"')]).toEqual([items, receipts]);
    expect(text.includes('class="chart"')).toBe(false);
    if (items) return;
    const form_token = tokenIn({ text });
    const before = await stored();
    for (const [action, fields] of Object.entries(CHANGES))
      expect((await visitor.post(`${page()}/${action}`, { ...fields, form_token, version: '1' })).status).toBe(403);
    expect((await visitor.post(`${desk}/items/new`, { form_token, item_id: 'forbidden', title: 'x' })).status).toBe(
      403,
    );
    expect(await stored()).toEqual(before);
  });
});

test('saves an item as its form shows it without changing anything', async () => {
  const before = await stored();
  const saved = await send(inRole('catalogue'), 'details', {});
  expect(saved).toMatchObject({ status: 200, path: page() });
  expect(await stored()).toEqual(before);
});

test('saves the changed members of an item, and explains what is not valid', async () => {
  const visitor = inRole('catalogue');
  await send(visitor, 'details', {
    title: 'Enamel cup',
    price: '21.50',
    categories: 'Kitchen\r\n\r\nOutdoor',
    sku: 'M 1/ü',
  });
  expect((await stored()).item).toMatchObject({
    title: 'Enamel cup',
    price: 2150,
    categories: ['Kitchen', 'Outdoor'],
    sku: 'M 1/ü',
  });
  for (const [changes, problem] of [
    [{ price: 'cheap' }, 'price: must be a price'],
    [{ options: '{' }, 'options: must be JSON'],
    [{ gtin: '123' }, 'gtin'],
  ] as const) {
    const answer = await send(visitor, 'details', changes);
    expect([answer.status, answer.text.includes(problem)]).toEqual([400, true]);
  }
  expect(await send(visitor, 'explode', {}).catch((error: Error) => error.message)).toBe('missing: form');
  expect((await visitor.post(`${page()}/explode`, {})).status).toBe(404);
  expect((await visitor.post(`${page()}/details`, { title: 'Foreign' })).status).toBe(403);
});

test('shows the second of two people what the first changed about an item', async () => {
  const [first, second] = [inRole('catalogue'), inRole('owner')];
  const fields = fieldsOf(await second.get(page()), 'details');
  await send(first, 'details', { brand: 'Falcon' });
  const answer = await second.post(`${page()}/details`, { ...fields, title: 'Mine' });
  expect(answer.status).toBe(409);
  expect(answer.text).toContain('The latest change is by catalogue@merchant.example.test: brand');
  expect((await stored()).item).toMatchObject({ brand: 'Falcon', title: 'Enamel cup' });
});

test('adds, moves and removes pictures', async () => {
  const visitor = inRole('catalogue');
  const urls = async () => (await stored()).item?.images.map(({ url }) => url);
  const [old = ''] = (await urls()) ?? [];
  const added = 'https://example.com/mug.png';
  await send(visitor, 'pictures', { url: added, alt: 'A mug', add: '1' });
  expect(await urls()).toEqual([old, added]);
  const steps = [
    [{ up: '1' }, [added, old]],
    [{ down: '0' }, [old, added]],
    [{ up: '0' }, [old, added]],
    [{ remove: '0' }, [added]],
  ] as const;
  for (const [button, expected] of steps) {
    const { version = '', form_token = '' } = fieldsOf(await visitor.get(page()), 'pictures');
    await visitor.post(`${page()}/pictures`, { form_token, version, ...button });
    expect(await urls()).toEqual(expected);
  }
});

test('counts the stock of an item, changes it with a reason, and lists who did', async () => {
  const visitor = inRole('catalogue');
  await send(visitor, 'stock', { to: '12' });
  expect((await stored()).stock).toBe(12);
  const { form_token = '' } = fieldsOf(await visitor.get(page()), 'stock');
  const moved = await visitor.post(`${page()}/stock`, { form_token, by: '-2', reason: 'Broken', request: 'once' });
  await visitor.post(`${page()}/stock`, { form_token, by: '-2', reason: 'Broken', request: 'once' });
  expect((await stored()).stock).toBe(10);
  expect(moved.text).toMatch(/-2<\/strong> → 10 · correction \(Broken\) · catalogue@merchant/);
  const stale = await visitor.post(`${page()}/stock`, { form_token, to: '5', expected: '12' });
  expect([stale.status, (await stored()).stock]).toEqual([409, 10]);
});

test('adds an item, and never replaces another', async () => {
  const visitor = inRole('catalogue');
  const form = await visitor.get(`${desk}/items/new`);
  const fields = {
    form_token: tokenIn(form),
    ...{
      title: '<script>alert(1)</script>',
      price: '5',
      fulfillment_types_shown: '1',
      'fulfillment_types.pickup': '1',
    },
  };
  expect(
    (await visitor.post(`${desk}/items/new`, { ...fields, item_id: 'gravy-boat', request: 'gravy-boat' })).path,
  ).toBe(page('gravy-boat'));
  expect((await stored('gravy-boat')).item).toMatchObject({ price: 500, fulfillment_types: ['pickup'] });
  const taken = await visitor.post(`${desk}/items/new`, { ...fields, item_id: MUG, request: 'mug' });
  expect(taken.status).toBe(409);
  expect((await stored()).item?.title).toBe('Enamel cup');
  const list = await visitor.get(`${desk}/items?query=gravy`);
  expect(list.text).toContain('&lt;script&gt;');
  expect(list.text).not.toMatch(/<script/);
});

test('finds items by words and filters', async () => {
  const visitor = inRole('catalogue');
  await send(visitor, 'details', { status: 'withdrawn' }, 'gravy-boat');
  const hits = async (query: string) =>
    (await visitor.get(`${desk}/items?${query}`)).text.match(/\/items\/[\w-]+"/g) ?? [];
  expect(await hits('query=falcon+outdoor')).toEqual([`/items/${MUG}"`]);
  expect(await hits('filter=withdrawn')).toEqual(['/items/gravy-boat"']);
  expect(await hits('query=gravy&filter=active')).toEqual([]);
  expect((await hits('')).length).toBeGreaterThan(5);
});

test('lists receipts with their order, proves them, and hides them from a role in some shops', async () => {
  const { app, demo } = scene.portal;
  const buyer = shopper(scene.portal);
  const order = await placeOrder(buyer, await readyCart(buyer));
  const row = required(await app.store.read((rows) => rows.get('order', order)), 'order');
  const attester = demoAttester(scene.portal);
  const change = { job_id: 'job-of-the-desk', context_hash: orderContextHash(row) };
  const signer = await newSignerOf(attester, attester.agent_id);
  const delegation = await delegateTo(scene.portal, signer);
  const receipt = await submitted(attester, signer, scene.clock.now(), change, { delegation });
  const list = await inRole('books').get(`${desk}/receipts`);
  expect(list.text).toMatch(new RegExp(`job-of-the-desk[\\s\\S]*orders/${order}">${row.display_id}`));
  expect(list.text).toMatch(/job-of-the-desk[\s\S]*Permission valid until Jan 1, 2099, 4:00 AM/);
  expect(list.text).toMatch(/The signed checkpoint of the log covers \d+ entries/);
  const proof = await inRole('books').get(`${desk}/receipts/${receipt}`);
  expect(JSON.parse(proof.text)).toMatchObject({ receipt: { job_id: 'job-of-the-desk' } });
  await addStaff(scene, 'local@merchant.example.test', 'books', '--shops', demo.shop_id);
  const local = await signIn(scene, 'local@merchant.example.test');
  for (const path of ['receipts', `receipts/${receipt}`]) expect((await local.get(`${desk}/${path}`)).status).toBe(404);
  const today = await inRole('books').get(desk);
  expect(today.text).toMatch(/Sales of the last 30 days[\s\S]*from 1 order</);
  expect(today.text.match(/<rect /g)).toHaveLength(30);
});
