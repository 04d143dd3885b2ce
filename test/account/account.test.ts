import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { personId } from '../../src/domain/person/person.js';
import { required } from '../../src/domain/values/required.js';
import { insertWrite } from '../../src/ports.js';
import { cartOf } from '../actors/purchase.js';
import { registryCaller } from '../actors/registry-caller.js';
import { orderOnAccount, placeOrder, readyCart, shopper } from '../actors/shopper.js';
import { tokenIn, type Visited, Visitor } from '../actors/visitor.js';
import { codePath, mailFor, sentMails } from '../desk/scene.js';
import type { MailScene } from '../mail/mail-scene.js';
import { callTool, connect } from '../oauth/assistant.js';
import { ebookPurchase } from '../oauth/assisted-purchase.js';
import { run } from '../support/program.js';
import { fullKey } from '../support/tenants.js';
import {
  accountOf,
  allowOn,
  askedBy,
  connectAs,
  consentPath,
  enterBuyer,
  openAccountScene,
  signInBuyer,
} from './scene.js';

/** Tests sign-in of buyers and their page. Each test uses an address of its own, since attempts are limited by address. */

const MINUTE = 60_000;

let scene: MailScene;
beforeAll(async () => {
  scene = await openAccountScene();
});
afterAll(() => scene.portal.close());

const grantsOn = ({ text }: Visited) => [...text.matchAll(/data-grant="([\w-]+)"/g)].map(([, id = '']) => id);
const onlyGrant = (page: Visited) => required(grantsOn(page)[0], 'grant');
const grantForm = (id: string, action: string) => `../account/${scene.portal.demo.shop_id}/grants/${id}/${action}`;
const cartStatus = async (token: string) => (await callTool(scene.portal.url, token, 'get_cart')).status;

test('signs a buyer in by the code or the link of a mail in the name of the shop', async () => {
  const { page } = await signInBuyer(scene, 'ada@buyer.example.test');
  expect(page).toMatchObject({ status: 200, path: accountOf(scene) });
  expect(page.text).toContain('You are signed in as ada@buyer.example.test.');
  const visitor = new Visitor(scene.portal);
  const waiting = await enterBuyer(visitor, await visitor.get(accountOf(scene)), 'ada@buyer.example.test');
  expect(waiting.text).toContain('<header class="brand">');
  const { path } = await mailFor(scene, waiting);
  const byLink = await visitor.submit(await visitor.get(path), path.split('/').at(-1) ?? '');
  expect(byLink.path).toBe(accountOf(scene));
  const [mail] = sentMails(scene.folder).filter(({ to }) => to === 'ada@buyer.example.test');
  expect(mail?.text).toContain('wants to sign in to ');
});

test('shows the code in another browser, which is not signed in', async () => {
  const visitor = new Visitor(scene.portal);
  const waiting = await enterBuyer(visitor, await visitor.get(accountOf(scene)), 'phone@buyer.example.test');
  const { path, code } = await mailFor(scene, waiting);
  const other = new Visitor(scene.portal);
  const shown = await other.submit(await other.get(path), path.split('/').at(-1) ?? '');
  expect(shown.text).toContain(code);
  expect((await other.get(accountOf(scene))).path).toMatch(/^\/sign-in\?shop=/);
});

test('mails every address, and answers all alike', async () => {
  await signInBuyer(scene, 'known@buyer.example.test');
  const pages = [];
  for (const address of ['known@buyer.example.test', 'new@buyer.example.test']) {
    const visitor = new Visitor(scene.portal);
    const page = await enterBuyer(visitor, await visitor.get(accountOf(scene)), address);
    expect((await mailFor(scene, page)).to).toBe(address);
    pages.push(page.text.replaceAll(/\w+@buyer\.example\.test|sgn_[\w-]+|value="[\w-]{80,}"/g, ''));
  }
  expect(pages[0]).toBe(pages[1]);
});

test('limits the mails of a shop to all addresses together', async () => {
  const limited = await openAccountScene({ rateLimit: '1', env: { PORTAL_TRUSTED_PROXIES: '1' } });
  const visitor = new Visitor(limited.portal);
  const page = await visitor.get(accountOf(limited));
  const form_token = tokenIn(page);
  const begin = async (count: number) => {
    const fields = { form_token, shop: limited.portal.demo.shop_id, email: `p${count}@buyer.example.test` };
    const from = { 'x-forwarded-for': `203.0.113.${count}` };
    return (await visitor.send('POST', '/sign-in', fields, from)).status;
  };
  for (let count = 0; count < 100; count += 1)
    expect({ count, status: await begin(count) }).toEqual({ count, status: 303 });
  expect(await begin(100)).toBe(429);
  await limited.portal.close();
});

test('leads back to the consent, whose grant is then in the account', async () => {
  const asked = await askedBy(scene, 'Shopping helper');
  const path = consentPath(scene, asked);
  const stranger = await new Visitor(scene.portal).get(path);
  const link = required(/href="\.\.\/(sign-in\?shop=[^"]+)"/.exec(stranger.text)?.[1], 'link to sign in');
  const { visitor, page } = await signInBuyer(scene, 'consent@buyer.example.test', `/${link.replaceAll('&amp;', '&')}`);
  expect(page.path).toBe(path);
  expect(page.text).toContain('You are signed in as consent@buyer.example.test.');
  const connected = await allowOn(visitor, page, path);
  expect(connected.text).toContain(`href="..${accountOf(scene)}"`);
});

test('rejects a consent form that was made for another person, or for nobody', async () => {
  const asked = await askedBy(scene);
  const path = consentPath(scene, asked);
  const { visitor } = await signInBuyer(scene, 'first@buyer.example.test');
  const before = await new Visitor(scene.portal).get(path);
  const cookie = /portal_consent=(\w+)/.exec(before.headers.get('set-cookie') ?? '')?.[1] ?? '';
  visitor.cookies.set('portal_consent', cookie);
  expect(await allowOn(visitor, before, path)).toMatchObject({ status: 400 });
});

test('shows what an assistant may do and bought, and what is left', async () => {
  const { visitor } = await signInBuyer(scene, 'spends@buyer.example.test');
  const { tokens } = await connectAs(scene, visitor, { per_30_days: '300', per_order: '250' });
  const { access_token } = tokens;
  const bought = await callTool(
    scene.portal.url,
    access_token,
    'buy',
    ebookPurchase({ email: 'gift@buyer.example.test', full_name: 'Gift Example' }, 'one'),
  );
  const { text } = await visitor.get(accountOf(scene));
  const id = required(/ord_[\w-]+/.exec(JSON.stringify(bought.json))?.[0], 'order');
  const order = await scene.portal.app.store.read((rows) => rows.get('order', id));
  expect(text).toContain(`Order ${order?.display_id}`);
  expect(text).toContain('of $300.00 is left.');
  expect(text).not.toContain('$300.00 of $300.00 is left.');
  expect(text).toContain('For each order: $250.00');
});

test('ends a grant at once', async () => {
  const { visitor } = await signInBuyer(scene, 'ends@buyer.example.test');
  const { tokens } = await connectAs(scene, visitor);
  expect(await cartStatus(tokens.access_token)).toBe(200);
  const page = await visitor.get(accountOf(scene));
  const ended = await visitor.submit(page, grantForm(onlyGrant(page), 'end'));
  expect(ended.text).toContain('This connection has ended.');
  expect(await cartStatus(tokens.access_token)).toBe(401);
});

test('changes limits after a recent sign-in only, and names a wrong one', async () => {
  const { visitor } = await signInBuyer(scene, 'limits@buyer.example.test');
  await connectAs(scene, visitor, { per_order: '50' });
  const page = await visitor.get(accountOf(scene));
  const id = onlyGrant(page);
  const form = grantForm(id, 'limits');
  const limitsOf = () => scene.portal.app.store.read((rows) => rows.get('api_key', id)?.limits);
  const wrong = await visitor.submit(page, form, { per_order: 'many', per_30_days: '', ask_above: '' });
  expect(wrong.status).toBe(400);
  expect(wrong.text).toContain(`id="${id}-per_order-error"`);
  await visitor.submit(page, form, { per_order: '80', per_30_days: '200', ask_above: '' });
  expect(await limitsOf()).toEqual({ per_order: 8000, per_30_days: 20000, currency: 'USD' });
  await visitor.submit(page, form, { per_order: '', per_30_days: '', ask_above: '', category_0: 'Books' });
  expect(await limitsOf()).toEqual({ categories: ['Books'], currency: 'USD' });
  const shown = await visitor.get(accountOf(scene));
  expect(shown.text).toContain('Only of these categories: Books');
  expect(shown.text).toMatch(/value="Books" checked/);
  const unnamed = { per_order: '', per_30_days: '', ask_above: '', category_0: ' ' };
  expect((await visitor.submit(page, form, unnamed)).status).toBe(400);
  expect(await limitsOf()).toEqual({ categories: ['Books'], currency: 'USD' });
  await visitor.submit(page, form, { per_order: '', per_30_days: '', ask_above: '', category_0: 'Sold out' });
  expect(await limitsOf()).toEqual({ categories: ['Sold out'], currency: 'USD' });
  await visitor.submit(page, form, { per_order: '', per_30_days: '', ask_above: '' });
  expect(await limitsOf()).toBeUndefined();
  scene.clock.advance(16 * MINUTE);
  const confirm = await visitor.submit(page, form, { per_order: '900', per_30_days: '', ask_above: '' });
  expect(confirm.path).toMatch(/^\/sign-in\?shop=[\w-]+&confirm=1/);
  expect(await limitsOf()).toBeUndefined();
  const waiting = await visitor.submit(confirm, 'sign-in');
  const { to, code } = await mailFor(scene, waiting);
  expect(to).toBe('limits@buyer.example.test');
  expect((await visitor.submit(waiting, codePath(waiting), { code })).path).toBe(accountOf(scene));
});

test('hides from the assistant of a buyer what the buyer must not read', async () => {
  const { visitor } = await signInBuyer(scene, 'held@buyer.example.test');
  const { tokens } = await connectAs(scene, visitor, { per_30_days: '300', per_order: '250' });
  const bought = await callTool(
    scene.portal.url,
    tokens.access_token,
    'buy',
    ebookPurchase({ email: 'held@buyer.example.test', full_name: 'Held Example' }, 'one'),
  );
  const order_id = required(/ord_[\w-]+/.exec(JSON.stringify(bought.json))?.[0], 'order');
  const key = await fullKey(scene.portal, 'organization');
  const staff = registryCaller(() => scene.portal.url, key);
  const order = { shop_id: scene.portal.demo.shop_id, order_id };
  const read = async () =>
    JSON.stringify((await callTool(scene.portal.url, tokens.access_token, 'get_order', { order_id })).json);
  await staff.ok('hold_shop_order', { ...order, reason: 'Looks like fraud' });
  expect(await read()).toContain('on_hold');
  expect(await read()).not.toContain('fraud');
  await staff.ok('release_shop_order', order);
  await staff.ok('hold_shop_order', { ...order, reason: 'Address unclear', visible: true });
  expect(await read()).toContain('Address unclear');
});

test('shows the orders with the address of the person, and those of nobody else', async () => {
  const buyer = shopper(scene.portal);
  const order = await placeOrder(buyer, await readyCart(buyer));
  const row = required(await scene.portal.app.store.read((rows) => rows.get('order', order)), 'order');
  const { page } = await signInBuyer(scene, row.buyer?.email ?? '');
  expect(page.text).toContain(`Order ${row.display_id}`);
  const { page: other } = await signInBuyer(scene, 'stranger@buyer.example.test');
  expect(other.text).not.toContain(`Order ${row.display_id}`);
});

test('gives nobody the grant of another person, or of nobody', async () => {
  const { visitor } = await signInBuyer(scene, 'owner@buyer.example.test');
  const { tokens } = await connectAs(scene, visitor);
  const anonymous = await connect(scene.portal.url);
  const anonymousId = /\/grants\/(grt_[\w-]+)\./.exec(anonymous.manage)?.[1] ?? '';
  const owned = onlyGrant(await visitor.get(accountOf(scene)));
  const { visitor: thief, page } = await signInBuyer(scene, 'thief@buyer.example.test');
  expect(grantsOn(page)).toEqual([]);
  const form_token = tokenIn(page);
  for (const id of [owned, anonymousId, 'key_none'])
    for (const action of ['end', 'limits']) {
      const fields = { form_token, per_order: '1', per_30_days: '', ask_above: '' };
      const answer = await thief.post(`${accountOf(scene)}/grants/${id}/${action}`, fields);
      expect({ id, action, status: answer.status }).toEqual({ id, action, status: 404 });
    }
  expect(await cartStatus(tokens.access_token)).toBe(200);
  expect(await cartStatus(anonymous.tokens.access_token)).toBe(200);
});

test('changes nothing for a form without the token of the session', async () => {
  const { visitor } = await signInBuyer(scene, 'forged@buyer.example.test');
  const { tokens } = await connectAs(scene, visitor);
  const home = accountOf(scene);
  const id = onlyGrant(await visitor.get(home));
  for (const path of [`${home}/grants/${id}/end`, `${home}/grants/${id}/limits`, `${home}/sign-out`])
    expect({ path, status: (await visitor.post(path, {})).status }).toEqual({ path, status: 403 });
  expect(await cartStatus(tokens.access_token)).toBe(200);
  expect((await visitor.get(home)).path).toBe(home);
});

test('fills what the person shares into new carts of that assistant alone, until it is erased', async () => {
  const { visitor } = await signInBuyer(scene, 'shares@buyer.example.test');
  const home = accountOf(scene);
  const save = async (fields: Readonly<Record<string, string>>) =>
    visitor.submit(await visitor.get(home), `..${home}/profile`, fields);
  const address = {
    ...{ street_address: 'Harbor Street 1', postal_code: '97201', address_locality: 'Portland' },
    ...{ address_region: 'OR', address_country: 'US' },
  };
  const incomplete = await save({ full_name: 'Sharing Example', street_address: 'Harbor Street 1' });
  expect(incomplete.status).toBe(400);
  expect(incomplete.text).toContain('id="profile-address_country-error"');
  await save({ full_name: 'Sharing Example', phone_number: '+1 503 555 0100', ...address });
  const { tokens } = await connectAs(scene, visitor, { share_contact: '1', share_address: '1' });
  const { tokens: silent } = await connectAs(scene, visitor);
  const cartOfToken = async ({ access_token }: { readonly access_token: string }) =>
    JSON.stringify((await callTool(scene.portal.url, access_token, 'get_cart')).json);
  const filled = await cartOfToken(tokens);
  expect(filled).toContain('Sharing Example');
  expect(await cartOfToken(silent)).not.toContain('Sharing Example');
  await callTool(scene.portal.url, tokens.access_token, 'add_line_items', {
    line_items: [{ item: { id: 'enamel-mug' }, quantity: 1 }],
  });
  const id = required(/chk_[\w-]+/.exec(filled)?.[0], 'cart');
  const cart = await scene.portal.app.store.read((rows) => rows.get('checkout', id));
  expect(cart).toMatchObject({ lines: [{}], destination: address, buyer: { email: 'shares@buyer.example.test' } });
  await save({});
  expect((await visitor.get(home)).text).not.toContain('Harbor Street 1');
});

test("ends the sessions and removes the address of a person whom the operator erases, but keeps a staff member's", async () => {
  const { store } = scene.portal.app;
  const personOf = (email: string) => store.read((rows) => rows.get('person', personId(store.secret('people'), email)));
  const erase = (email: string) => run(['privacy', 'erase', email], scene.portal.commandEnv);
  const email = 'gone@buyer.example.test';
  const { visitor } = await signInBuyer(scene, email);
  expect(await erase(email)).toMatchObject({ code: 0 });
  expect((await personOf(email))?.email).toBe('');
  expect((await visitor.get(accountOf(scene))).path).not.toBe(accountOf(scene));
  const member = 'works@buyer.example.test';
  await signInBuyer(scene, member);
  expect(await run(['staff', 'add', member, '--role', 'orders'], scene.portal.commandEnv)).toMatchObject({ code: 0 });
  expect(await erase(member)).toMatchObject({ code: 0 });
  expect((await personOf(member))?.email).toBe(member);
});

test('exports and erases the data of the person alone, and ends the assistants', async () => {
  const email = 'erased@buyer.example.test';
  const mine = shopper(scene.portal, { buyer: 'mine' });
  const theirs = shopper(scene.portal, { buyer: 'theirs' });
  await mine.ok('set_buyer', { checkout_id: await cartOf(mine), buyer: { email, full_name: 'Mine Example' } });
  const other = { email: 'other@buyer.example.test', full_name: 'Other Example' };
  await theirs.ok('set_buyer', { checkout_id: await cartOf(theirs), buyer: other });
  const { visitor } = await signInBuyer(scene, email);
  const { tokens } = await connectAs(scene, visitor);
  const home = accountOf(scene);
  await visitor.submit(await visitor.get(home), `..${home}/profile`, { full_name: 'Mine Example' });
  const data = JSON.parse((await visitor.get(`${home}/data`)).text);
  expect(data.profiles).toEqual([{ full_name: 'Mine Example' }]);
  expect(data).toMatchObject({ email, assistants: [{ name: 'Assistant' }], carts: [{ buyer: { email } }] });
  const erased = await visitor.submit(await visitor.get(home), `..${home}/erase`);
  expect(erased.text).toContain('Carts that were erased: 1');
  expect(await cartStatus(tokens.access_token)).toBe(401);
  expect((await visitor.get(home)).path).toMatch(/^\/sign-in/);
  const { visitor: again, page } = await signInBuyer(scene, email);
  expect(page.text).toContain(`You are signed in as ${email}.`);
  expect(JSON.parse((await again.get(`${home}/data`)).text)).toMatchObject({
    carts: [],
    assistants: [],
  });
  expect((await again.get(home)).text).not.toContain('Mine Example');
  expect((await theirs.ok('get_cart', {})).data.buyer).toMatchObject({ full_name: 'Other Example' });
});

test('exports an order as its buyer sees it, but for the merchant with the words of the staff', async () => {
  const email = 'exports@buyer.example.test';
  const buyer = shopper(scene.portal, { buyer: 'exports' });
  const cart = await readyCart(buyer);
  await buyer.ok('set_buyer', { checkout_id: cart.id, buyer: { email, full_name: 'Exports Example' } });
  const order = { shop_id: scene.portal.demo.shop_id, order_id: await orderOnAccount(buyer, cart) };
  const key = await fullKey(scene.portal, 'organization');
  const staff = registryCaller(() => scene.portal.url, key);
  await staff.ok('hold_shop_order', { ...order, note: 'Ask Bob' });
  await staff.ok('mark_shop_order_paid', { ...order, amount: 100, reference: 'Paid by Bob' });
  const { visitor } = await signInBuyer(scene, email);
  const { text } = await visitor.get(`${accountOf(scene)}/data`);
  const shown = { id: order.order_id, payment: { received: [{ amount: 100 }] } };
  expect(JSON.parse(text)).toMatchObject({ orders: [shown] });
  expect(text).not.toContain('Bob');
  expect(await staff.ok('export_personal_data', { email })).toMatchObject({
    orders: [{ ...shown, note: 'Ask Bob', payment: { received: [{ reference: 'Paid by Bob' }] } }],
  });
});

test('leaves no passkey of a person who erases their data in the database files', async () => {
  const { store } = scene.portal.app;
  const email = 'unlocks@buyer.example.test';
  const { visitor } = await signInBuyer(scene, email);
  const name = 'Phone of somebody who leaves';
  const passkey = insertWrite('passkey', {
    ...{ id: 'leaves', person_id: personId(store.secret('people'), email), name, public_key: 'a', counter: 0 },
    ...{ last_used_at: null, created_at: 0, version: 0 },
  });
  await store.update(() => ({ writes: [passkey], result: undefined }));
  const folder = dirname(scene.portal.database);
  const files = () => readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  const isInFiles = () => files().some((file) => readFileSync(join(folder, file.name)).includes(name));
  // PostgreSQL has its files elsewhere.
  expect(isInFiles()).toBe(existsSync(scene.portal.database));
  await visitor.submit(await visitor.get(accountOf(scene)), `..${accountOf(scene)}/erase`);
  expect(isInFiles()).toBe(false);
});

test('signs out here, or everywhere', async () => {
  const [one, two, three] = [
    (await signInBuyer(scene, 'leaves@buyer.example.test')).visitor,
    (await signInBuyer(scene, 'leaves@buyer.example.test')).visitor,
    (await signInBuyer(scene, 'leaves@buyer.example.test')).visitor,
  ];
  const home = accountOf(scene);
  const isIn = async (visitor: Visitor) => (await visitor.get(home)).path === home;
  await one.submit(await one.get(home), `..${home}/sign-out`);
  expect([await isIn(one), await isIn(two), await isIn(three)]).toEqual([false, true, true]);
  await two.submit(await two.get(home), `..${home}/sign-out-everywhere`);
  expect([await isIn(two), await isIn(three)]).toEqual([false, false]);
});

test('has no page for an unknown shop', async () => {
  const visitor = new Visitor(scene.portal);
  for (const path of ['/account/shp_none', '/sign-in?shop=shp_none'])
    expect((await visitor.get(path)).status).toBe(404);
});
