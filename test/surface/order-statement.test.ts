import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { replaceWrite } from '../../src/ports.js';
import { type OrderStatement, verifyOrderStatement } from '../../src/receipts.js';
import { addKey, CURVES, newShopKey } from '../../src/records/shop-keys.js';
import { type RegistryCaller, registryCaller } from '../actors/registry-caller.js';
import { orderOnAccount, readyCart, type Shopper, shopper } from '../actors/shopper.js';
import { buyWithEverything, sequence } from '../e2e/order-tampering/scene.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { anotherKey, changeSettings, secondTenant } from '../support/tenants.js';

/** The statement of an order, which its shop signs with two keys. */

let portal: TestPortal;
let ada: Shopper;
let buyer: RegistryCaller;
beforeAll(async () => {
  portal = await startPortal();
  ada = shopper(portal, { buyer: 'ada' });
  buyer = registryCaller(() => portal.url, portal.demo.deployment_key, 'ada');
});
afterAll(() => portal.close());

const claimsForm = z.object({ iss: z.string() });

const statementOf = (order_id: string): Promise<OrderStatement> => buyer.ok('get_order_statement', { order_id });
const contextOf = async (order_id: string) => (await ada.ok('get_receipt_context', { order_id })).data;
const ordered = async () => orderOnAccount(ada, await readyCart(ada));
const kidsOf = ({ keys }: OrderStatement) => keys.map(({ kid }) => kid);

/** The key set at the issuer of a statement. */
function keySetOf({ payload }: OrderStatement): string {
  const { iss } = claimsForm.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
  return `${iss}/jwks.json`;
}

/** Replaces the keys of the deployment as `portal ucp keys --replace` does. */
async function replaceKeys(): Promise<void> {
  const { store } = portal.app;
  await store.update((rows) => {
    const row = rows.get('deployment', portal.demo.deployment_id);
    if (!row) throw new Error('no deployment');
    const fresh = CURVES.map((curve) => newShopKey(store.secret('ucp_keys'), curve, Date.now()));
    const ucp_keys = fresh.reduce((keys, key) => addKey(keys, key, Date.now()), [...(row.ucp_keys ?? [])]);
    return { writes: [replaceWrite('deployment', row, { ...row, ucp_keys })], result: undefined };
  });
}

describe('the statement of an order', () => {
  it('has the context that was logged, without personal data', async () => {
    const order_id = await buyWithEverything(portal);
    const { context, context_hash } = await contextOf(order_id);
    const statement = await statementOf(order_id);
    expect(await verifyOrderStatement(statement)).toEqual({
      ...{ order_id, context, context_hash, keys: kidsOf(statement) },
      issuer: `${portal.url}/deployments/${portal.demo.deployment_id}`,
      signed_at: expect.stringMatching(/^20\d\d-.*\.000Z$/),
    });
    expect(Buffer.from(statement.payload, 'base64url').toString()).not.toMatch(/ada@|Ada|Zoë/);
  });

  it('has two signatures that other software verifies with the key set of its issuer', async () => {
    const statement = await statementOf(await ordered());
    const keys = createRemoteJWKSet(new URL(keySetOf(statement)));
    const claims = await Promise.all(
      statement.signatures.map(async ({ protected: header, signature }) => {
        const jwt = `${header}.${statement.payload}.${signature}`;
        const { payload, protectedHeader } = await jwtVerify(jwt, keys, { typ: 'order-statement+jwt' });
        return [protectedHeader.alg, payload];
      }),
    );
    const payload = decodeJwt(`.${statement.payload}.`);
    expect(claims).toEqual([
      ['ES256', payload],
      ['EdDSA', payload],
    ]);
  });

  it('is signed once, also by two calls at the same time', async () => {
    const order_id = await ordered();
    const [first, second] = await Promise.all([statementOf(order_id), statementOf(order_id)]);
    await sequence(portal);
    expect([second, await statementOf(order_id)]).toEqual([first, first]);
  });

  it('is the same for the shop, by its own route', async () => {
    const order_id = await ordered();
    const { key } = await anotherKey(portal, 'organization', { scopes: ['orders:read'] });
    const owner = registryCaller(() => portal.url, key);
    const { shop_id } = portal.demo;
    expect(await owner.ok('get_shop_order_statement', { shop_id, order_id })).toEqual(await statementOf(order_id));
  });

  it('does not exist for others, as if there were no such order', async () => {
    const order_id = await ordered();
    const { key } = await secondTenant(portal, 'mug');
    const absent = await buyer.send('get_order_statement', { order_id: 'ord_absent' });
    const hidden = await registryCaller(() => portal.url, key).send('get_order_statement', { order_id });
    expect([hidden.status, hidden.text]).toEqual([404, absent.text]);
  });

  it('stays valid after a replacement of the keys, which new statements are signed with', async () => {
    const order_id = await ordered();
    const before = await statementOf(order_id);
    await replaceKeys();
    expect(await statementOf(order_id)).toEqual(before);
    const after = await statementOf(await ordered());
    const { json } = await portal.request('GET', new URL(keySetOf(before)).pathname, { key: null });
    const published = json.keys.map(({ kid }: { kid: string }) => kid);
    expect(published).toEqual(expect.arrayContaining([...kidsOf(before), ...kidsOf(after)]));
    expect(kidsOf(after)).not.toEqual(expect.arrayContaining(kidsOf(before)));
    expect(JSON.stringify(json)).not.toMatch(/sealed|"d"/);
    const keys = createRemoteJWKSet(new URL(keySetOf(before)));
    for (const { payload, signatures } of [before, after])
      for (const { protected: header, signature } of signatures)
        await jwtVerify(`${header}.${payload}.${signature}`, keys);
  });

  it('is signed again after one of its keys was removed', async () => {
    const order_id = await ordered();
    const before = await statementOf(order_id);
    const [removed] = kidsOf(before);
    await replaceKeys();
    await portal.app.store.update((rows) => {
      const row = rows.get('deployment', portal.demo.deployment_id);
      if (!row) throw new Error('no deployment');
      const ucp_keys = (row.ucp_keys ?? []).filter(({ kid }) => kid !== removed);
      return { writes: [replaceWrite('deployment', row, { ...row, ucp_keys })], result: undefined };
    });
    const after = await statementOf(order_id);
    expect(kidsOf(after)).not.toContain(removed);
    expect((await verifyOrderStatement(after)).context).toEqual((await verifyOrderStatement(before)).context);
    expect(await statementOf(order_id)).toEqual(after);
  });

  it('stays the same through an erasure, and can still be signed after it', async () => {
    const [signed, unsigned] = [await buyWithEverything(portal), await buyWithEverything(portal)];
    // After an erasure, no buyer has the order.
    const { deployment_key } = portal.demo;
    const whole = registryCaller(() => portal.url, deployment_key);
    const of = (order_id: string): Promise<OrderStatement> => whole.ok('get_order_statement', { order_id });
    const [before, { context, context_hash }] = [await of(signed), await contextOf(unsigned)];
    await changeSettings(portal, { order_retention_years: 0 });
    const { key } = await anotherKey(portal, 'organization', { scopes: ['privacy'] });
    const owner = registryCaller(() => portal.url, key);
    const { orders_erased } = await owner.ok('erase_personal_data', { email: 'ada@example.com' });
    expect(orders_erased).toBeGreaterThanOrEqual(2);
    await sequence(portal);
    expect(await of(signed)).toEqual(before);
    expect(await verifyOrderStatement(await of(unsigned))).toMatchObject({ context, context_hash });
  });

  it.each([
    ['in the log', true],
    ['before its place in the log', false],
  ])('is not signed for an order that was changed after its entry, %s', async (_where, isSequenced) => {
    const order_id = await ordered();
    if (isSequenced) await sequence(portal);
    await portal.app.store.update((rows) => {
      const row = rows.get('order', order_id);
      if (!row) throw new Error('no order');
      return { writes: [replaceWrite('order', row, { ...row, display_id: 'another' })], result: undefined };
    });
    const { status, json, headers } = await buyer.send('get_order_statement', { order_id });
    expect([status, json.error, headers.get('retry-after')]).toEqual([503, 'order_not_logged', '60']);
    expect(await portal.app.store.read((rows) => rows.get('order_statement', order_id))).toBeUndefined();
  });

  it('leaves nothing behind after a HEAD request', async () => {
    const order_id = await ordered();
    const { status } = await portal.request('HEAD', `/api/commerce/orders/${order_id}/statement`);
    expect(status).toBe(200);
    expect(await portal.app.store.read((rows) => rows.get('order_statement', order_id))).toBeUndefined();
  });
});

describe('/deployments/{deployment_id}/jwks.json', () => {
  it('is empty for a deployment that has signed nothing, and absent for an unknown one', async () => {
    const fresh = await startPortal();
    try {
      const get = (id: string) => fresh.request('GET', `/deployments/${id}/jwks.json`, { key: null });
      const { status, json, headers } = await get(fresh.demo.deployment_id);
      expect([status, json, headers.get('content-type')]).toEqual([200, { keys: [] }, 'application/jwk-set+json']);
      expect((await get('dep_absent')).status).toBe(404);
    } finally {
      await fresh.close();
    }
  });
});
