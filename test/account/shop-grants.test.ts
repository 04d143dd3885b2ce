import { afterAll, beforeAll, expect, test } from 'vitest';
import { filledPage } from '../../src/lists/filled-page.js';
import { readSpendingByGrant } from '../../src/records/spending.js';
import { systemClock } from '../../src/system.js';
import { type RegistryCaller, registryCaller } from '../actors/registry-caller.js';
import { addStaff, OWNER, signIn } from '../desk/scene.js';
import type { MailScene } from '../mail/mail-scene.js';
import { callTool, connect } from '../oauth/assistant.js';
import { ebookPurchase } from '../oauth/assisted-purchase.js';
import { run } from '../support/program.js';
import { addGrant, anotherKey, fullKey } from '../support/tenants.js';
import { connectAs, openAccountScene, signInBuyer } from './scene.js';

/** The merchant of a shop sees its grants with what each bought, and ends one, over HTTP, at the desk and on the command line. */

let scene: MailScene;
let owner: RegistryCaller;
let shop_id: string;
beforeAll(async () => {
  // Commands use the clock of the system.
  scene = await openAccountScene({ clock: systemClock });
  owner = registryCaller(() => scene.portal.url, await fullKey(scene.portal, 'organization'));
  ({ shop_id } = scene.portal.demo);
});
afterAll(() => scene.portal.close());

const buyBook = (token: string, key: string) =>
  callTool(scene.portal.url, token, 'buy', ebookPurchase({ email: 'buyer@example.com' }, key));

const grants = () => owner.ok('list_grants', { shop_id, limit: 100 });

test('shows limits, what was spent, orders and no person, and ends a grant on its shop only', async () => {
  await owner.ok('update_shop_settings', {
    ...(await owner.ok('get_shop_settings', { shop_id })),
    ...{ shop_id, grant_ceilings: { per_order: 8_000 } },
  });
  const { tokens } = await connect(scene.portal.url, { per_30_days: '300' });
  await buyBook(tokens.access_token, 'shop grant');
  const [grant] = await grants();
  const total = grant.orders[0].total;
  expect(total).toBeGreaterThan(0);
  expect(grant).toMatchObject({
    ...{ client_name: 'Assistant', client_host: '127.0.0.1', client_kind: 'registered', status: 'live', shares: [] },
    limits: { per_order: 8_000, per_30_days: 30_000, left_30_days: 30_000 - total },
    ...{ spent_30_days: total, orders: [{ currency: 'USD', total }] },
  });
  expect(JSON.stringify(grant)).not.toMatch(/@|person|permalink/);

  const shopsOnly = await anotherKey(scene.portal, 'organization', { scopes: ['shops'] });
  const [shown] = await registryCaller(() => scene.portal.url, shopsOnly.key).ok('list_grants', { shop_id });
  const { orders: _orders, ...withoutOrders } = grant;
  expect(shown).toEqual(withoutOrders);

  const other = await owner.ok('create_shop', { name: 'Other' });
  const elsewhere = { shop_id: other.id, grant_id: grant.id };
  expect((await owner.send('end_grant', elsewhere)).json.error).toBe('grant_not_found');
  expect(await owner.ok('list_grants', { shop_id: other.id })).toEqual([]);
  const ended = await owner.ok('end_grant', { shop_id, grant_id: grant.id });
  expect(ended).toMatchObject({ id: grant.id, status: 'revoked', limits: grant.limits });
  expect((await buyBook(tokens.access_token, 'after')).status).toBe(401);
  expect(await owner.ok('end_grant', { shop_id, grant_id: grant.id })).toEqual(ended);
});

test("computes the limits within a shop's ceilings once for an unchanged grant, so that responses can be reused", async () => {
  const id = await addGrant(scene.portal, scene.portal.demo.deployment_id);
  const read = () =>
    scene.portal.app.store.read((rows) => readSpendingByGrant(rows, [id], shop_id, Date.now()).get(id)?.limits);
  const limits = await read();
  expect(limits).toMatchObject({ per_order: 8_000 });
  expect(await read()).toBe(limits);
});

test('never ends a key that is no grant', async () => {
  const { id } = await anotherKey(scene.portal, 'deployment');
  expect((await owner.send('end_grant', { shop_id, grant_id: id })).json.error).toBe('grant_not_found');
});

test("shows a person's mail address only if they share their contact, and an abandoned consent not at all", async () => {
  const email = 'ada@buyer.example.test';
  const before = (await grants()).length;
  const { visitor } = await signInBuyer(scene, email);
  await connectAs(scene, visitor);
  await connectAs(scene, visitor, { share_contact: '1' });
  await addGrant(scene.portal, scene.portal.demo.deployment_id, { expires_at: Date.now() - 1 });
  const listed: readonly { readonly email?: string; readonly shares: readonly string[] }[] = await grants();
  expect(listed.slice(before).map(({ email: address, shares }) => [address, shares])).toEqual([
    [undefined, []],
    [email, ['contact']],
  ]);
});

test('pages through the grants of one shop', async () => {
  for (let count = 0; count < 3; count += 1) await addGrant(scene.portal, scene.portal.demo.deployment_id);
  const all: readonly { readonly id: string }[] = await grants();
  const first = await owner.send('list_grants', { shop_id, limit: 2 });
  const { cursor } = first.json.pagination;
  const rest = await owner.send('list_grants', { shop_id, limit: 100, cursor });
  expect([...first.json.data, ...rest.json.data].map(({ id }: { readonly id: string }) => id)).toEqual(
    all.map(({ id }) => id),
  );
});

test('ends a page early, with the position from which to continue, where most grants are of other shops', async () => {
  const read = async (after = 0, _limit = 0) => ({ entries: after === 1 ? [after] : [], next: after + 1 });
  const page = await filledPage<number, number>(read, undefined, 5, (entry) => entry, 3);
  expect(page).toEqual({ entries: [1], next: 3 });
});

test('the desk shows the grants with their orders, and ends one', async () => {
  await addStaff(scene, OWNER, 'owner');
  const { tokens } = await connect(scene.portal.url, { per_order: '60' });
  await buyBook(tokens.access_token, 'at the desk');
  const ada = await signIn(scene, OWNER);
  const page = await ada.get(`/desk/${shop_id}/access/grants`);
  const own = page.text.split('<li><strong>').at(-1) ?? '';
  expect(own).toMatch(/^Assistant<\/strong> <small>127\.0\.0\.1 · name not checked/);
  expect(own).toMatch(/For each order: \$60\.00[\s\S]*orders\/ord_/);
  const grant_id = /name="grant_id" value="([^"]+)"/.exec(own)?.[1] ?? '';
  const done = await ada.submit(page, `../../../desk/${shop_id}/access/end_grant`, { grant_id });
  expect(done.path).toBe(`/desk/${shop_id}/access/grants?done`);
  expect((await buyBook(tokens.access_token, 'ended at the desk')).status).toBe(401);
});

test('a command prints the grants of a shop, with what each spent and bought', async () => {
  const list = (...args: string[]) => run(['grants', 'list', '--shop', shop_id, ...args], scene.portal.commandEnv);
  const { stdout } = await list();
  expect(stdout.split('\n')[0]).toMatch(
    /^grt_\S+ {2}revoked {2}Assistant {2}127\.0\.0\.1 \(registered\) {2}per order \$80\.00, per 30 days \$300\.00, .* left {2}spent \$[\d.]+ in 30 days {2}until \S+ {2}orders \d+ \$/,
  );
  const shown = JSON.parse((await list('--json')).stdout);
  expect(shown).toEqual(await grants());
  expect(await run(['grants', 'list', '--shop', 'shop_none'], scene.portal.commandEnv)).toMatchObject({
    ...{ code: 1, stderr: expect.stringContaining('there is no shop shop_none') },
  });
});
