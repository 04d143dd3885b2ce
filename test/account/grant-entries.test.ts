import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashMember } from '../../src/domain/evidence/member-hash.js';
import { required } from '../../src/domain/values/required.js';
import { hashSecret } from '../../src/domain/values/secret.js';
import { type RegistryCaller, registryCaller } from '../actors/registry-caller.js';
import { orderOnAccount, placeOrder, readyCart, shopper } from '../actors/shopper.js';
import {
  type AttackedDatabase,
  attackedDatabase,
  changeRow,
  faultOf,
  readRow,
} from '../e2e/order-tampering/database.js';
import { sequence } from '../e2e/order-tampering/scene.js';
import type { MailScene } from '../mail/mail-scene.js';
import { callTool } from '../oauth/assistant.js';
import { ebookPurchase } from '../oauth/assisted-purchase.js';
import { anotherKey, changeSettings, fullKey } from '../support/tenants.js';
import { connectAs, openAccountScene, signInBuyer } from './scene.js';

/** Entries of grants in the log of the organization, from the consent to the erasure of the person. */

let scene: MailScene;
let database: AttackedDatabase;
let owner: RegistryCaller;
beforeAll(async () => {
  scene = await openAccountScene();
  database = attackedDatabase(scene.portal.database);
  owner = registryCaller(() => scene.portal.url, await fullKey(scene.portal, 'organization'));
});
afterAll(async () => {
  await (await database.audit()).close();
  await scene.portal.close();
});

const audit = () => faultOf(database, scene.portal.demo.organization_id);
const bodyOf = async (id: string) => JSON.parse(String((await readRow(database, 'api_key', id)).body));

/** Returns the entries of a grant in the order of their versions, in the log or waiting. */
async function entriesOf(id: string) {
  const rows = await database.run('SELECT data FROM log_entry UNION ALL SELECT data FROM log_pending', []);
  const entries = rows.map(({ data }) => JSON.parse(String(data))).filter((entry) => entry.id === id);
  return entries.toSorted((one, other) => one.version - other.version);
}

/** A person who is signed in connects an assistant. Returns the token and the id of the grant. */
async function connectPerson(email: string, fields: Readonly<Record<string, string>> = {}) {
  const { visitor } = await signInBuyer(scene, email);
  const { tokens } = await connectAs(scene, visitor, fields);
  const { grant_id } = await readRow(database, 'oauth_token', hashSecret(tokens.access_token));
  return { token: tokens.access_token, grant: String(grant_id) };
}

test('has what a person allowed, each change and the end, but no names and nobody', async () => {
  const { token, grant } = await connectPerson('logged@buyer.example.test', { per_order: '30', per_30_days: '100' });
  await callTool(scene.portal.url, token, 'get_cart', {});
  await owner.ok('set_key_limits', { key_id: grant, per_order: 2_000, categories: ['Books'] });
  await owner.ok('set_key_limits', { key_id: grant, per_order: 2_000 });
  await owner.ok('revoke_key', { key_id: grant });
  const { grant: stored, revoked_at, created_at } = await bodyOf(grant);
  const iso = (instant: number) => new Date(instant).toISOString();
  const [created, exchanged, limited, ended, ...more] = await entriesOf(grant);
  expect(created).toMatchObject({
    type: 'grant_created',
    state: {
      ...{ kind: 'deployment', deployment_id: scene.portal.demo.deployment_id, scopes: ['commerce'], shares: [] },
      ...{ limits: { per_order: 3_000, per_30_days: 10_000, currency: 'USD' }, client_kind: 'registered' },
      ...{ resource: '/mcp', linked_scopes: null, created_at: iso(created_at), ends_at: iso(stored.ends_at) },
      ...{ revoked_at: null, buyer_required: false },
    },
  });
  expect(Object.keys(created.hidden).toSorted()).toEqual(['client', 'creator', 'key', 'name', 'person']);
  expect(exchanged).toMatchObject({ type: 'grant_changed', hidden: {} });
  expect(exchanged.state).toEqual({ expires_at: iso(stored.ends_at) });
  expect(limited.state).toEqual({ limits: { per_order: 2_000, per_30_days: 10_000, currency: 'USD' } });
  expect(Object.keys(limited.hidden)).toEqual(['categories']);
  expect(ended.state).toEqual({ revoked_at: iso(revoked_at) });
  expect(more).toEqual([]);
  const text = JSON.stringify(await entriesOf(grant));
  for (const hidden of ['Assistant', 'prs_', 'Books', '127.0.0.1', 'buyer.example']) expect(text).not.toContain(hidden);
  expect(await audit()).toBeNull();
  await sequence(scene.portal);
  expect(await audit()).toBeNull();
});

test('begins with the first limit of a key, and covers it after the last one', async () => {
  const { id } = await anotherKey(scene.portal, 'deployment');
  expect(await entriesOf(id)).toEqual([]);
  await owner.ok('set_key_limits', { key_id: id, per_order: 2_000 });
  await owner.ok('set_key_limits', { key_id: id, per_order: null });
  await owner.ok('revoke_key', { key_id: id });
  expect((await entriesOf(id)).map(({ type, state }) => [type, state.limits])).toEqual([
    ['grant_created', { per_order: 2_000, currency: 'USD' }],
    ['grant_changed', null],
    ['grant_changed', undefined],
  ]);
  expect(await audit()).toBeNull();
  const undo = await changeRow(database, 'api_key', id, ({ body }) => (body.revoked_at = null));
  expect(await audit()).toBe(`grant ${id} is not as the log says: revoked_at was changed`);
  await undo();
});

test('agrees with what an order counts toward a limit, also after a refund and a cancellation', async () => {
  const limits = { per_30_days: 500_000, currency: 'USD' };
  const { key } = await anotherKey(scene.portal, 'deployment', { limits, scopes: ['commerce', 'fulfillment'] });
  const by = shopper(scene.portal, { key, buyer: 'counted' });
  const spentOn = async (order: string) => {
    const { payment } = JSON.parse(String((await readRow(database, 'order', order)).body));
    const { spent, spender_id } = await readRow(database, 'payment', payment.attempt_id);
    expect(String(spender_id)).toMatch(/^key_/);
    expect(await audit()).toBeNull();
    return spent;
  };
  const cart = await readyCart(by);
  const order_id = await placeOrder(by, cart);
  expect(await spentOn(order_id)).toBe(cart.total);
  await by.ok('adjust_order', { order_id, type: 'refund', amount: 100, reason: 'Late.' });
  expect(await spentOn(order_id)).toBe(cart.total - 100);
  const later = await orderOnAccount(by, await readyCart(by));
  await by.ok('cancel_order', { order_id: later });
  expect(await spentOn(later)).toBe(0);
  await sequence(scene.portal);
  expect(await spentOn(later)).toBe(0);
});

test('does not make a changed limit true with the next change of the grant', async () => {
  const { grant } = await connectPerson('raised@buyer.example.test', { per_order: '30' });
  const undo = await changeRow(database, 'api_key', grant, ({ body }) => (body.limits.per_order = 900_000));
  await owner.ok('revoke_key', { key_id: grant });
  await sequence(scene.portal);
  expect(await audit()).toBe(`grant ${grant} is not as the log says: limits was changed`);
  const { revoked_at, updated_at } = await bodyOf(grant);
  const { version } = await readRow(database, 'api_key', grant);
  await undo();
  await changeRow(database, 'api_key', grant, ({ columns, body }) => {
    Object.assign(columns, { version });
    Object.assign(body, { revoked_at, updated_at });
  });
  expect(await audit()).toBeNull();
});

test('names an entry that was copied while it waited and put back later', async () => {
  const { grant } = await connectPerson('copied@buyer.example.test', { per_order: '30' });
  await sequence(scene.portal);
  await owner.ok('set_key_limits', { key_id: grant, per_order: 900_000 });
  const [copied] = await database.run("SELECT * FROM log_pending WHERE type = 'grant_changed'", []);
  await owner.ok('set_key_limits', { key_id: grant, per_order: 1_000 });
  await sequence(scene.portal);
  const { organization_id, type, data, mac } = required(copied, 'the copied entry');
  const row = [organization_id, 1_000_000, type, data, mac].map((value) => value ?? null);
  await database.run('INSERT INTO log_pending (organization_id, seq, type, data, mac) VALUES (?, ?, ?, ?, ?)', row);
  expect(await audit()).toMatch(new RegExp(`^grant ${grant} is not as the log says: it has an entry of version `));
  await database.run('DELETE FROM log_pending', []);
  expect(await audit()).toBeNull();
});

test('loses an ended person with the salt at the erasure, which hides no other change', async () => {
  const email = 'erased@buyer.example.test';
  const { grant } = await connectPerson(email, { per_order: '30' });
  const { grant: live } = await connectPerson(email);
  await owner.ok('revoke_key', { key_id: grant });
  const { grant: before, evidence } = await bodyOf(grant);
  const [created] = await entriesOf(grant);
  expect(created.hidden.person).toBe(hashMember(evidence.salts.person, 'person', before.person_id));
  await changeRow(database, 'api_key', grant, ({ body }) => (body.limits.per_order = 900_000));
  await owner.ok('erase_personal_data', { email });
  const text = String((await readRow(database, 'api_key', grant)).body);
  for (const gone of [before.person_id, evidence.salts.person]) expect(text).not.toContain(gone);
  expect((await entriesOf(grant)).at(-1)).toMatchObject({ type: 'grant_erased', state: {}, hidden: { person: null } });
  expect((await bodyOf(live)).grant.person_id).toBe(before.person_id);
  expect(await audit()).toBe(`grant ${grant} is not as the log says: limits was changed`);
  await changeRow(database, 'api_key', grant, ({ body }) => (body.limits.per_order = 3_000));
  expect(await audit()).toBeNull();
  await sequence(scene.portal);
  expect(await audit()).toBeNull();
});

test('keeps the person of an ended grant while an order is kept that is found by it', async () => {
  const email = 'kept@buyer.example.test';
  const { token, grant } = await connectPerson(email);
  const bought = await callTool(scene.portal.url, token, 'buy', ebookPurchase({ email: 'other@example.com' }, 'kept'));
  expect(JSON.stringify(bought.json)).toContain('ord_');
  await owner.ok('revoke_key', { key_id: grant });
  expect((await owner.ok('erase_personal_data', { email })).orders_kept).toHaveLength(1);
  expect((await bodyOf(grant)).grant.person_id).toMatch(/^prs_/);
  await changeSettings(scene.portal, { order_retention_years: 0 });
  expect(await owner.ok('erase_personal_data', { email })).toMatchObject({ orders_erased: 1, orders_kept: [] });
  expect((await bodyOf(grant)).grant.person_id).toBeUndefined();
  expect(await audit()).toBeNull();
});
