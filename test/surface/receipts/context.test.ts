import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildNewKey } from '../../../src/operations/tenancy/key-writes.js';
import { newDeployment } from '../../../src/operations/tenancy/provision.js';
import { insertWrite, replaceWrite } from '../../../src/ports.js';
import { verifyBundle } from '../../../src/receipts.js';
import { systemIds } from '../../../src/system.js';
import { type Attester, anotherOrganization, demoAttester, newSignerOf, submitted } from '../../actors/attester.js';
import { registryCaller } from '../../actors/registry-caller.js';
import { CARD, type Shopper, shopper, totalOf } from '../../actors/shopper.js';
import { contextHashOf, jcs, receiptFor, type Signer, sha256 } from '../../actors/signer.js';
import { changeCharacter } from '../../support/change-character.js';
import { startPortal, type TestPortal } from '../../support/portal.js';
import { stillClock } from '../../support/still-clock.js';
import { openSurface } from '../../support/surfaces.js';
import { anotherKey } from '../../support/tenants.js';

/** The context of a receipt: an order's immutable part, its hash, and the link from a receipt to its order. */

let portal: TestPortal;
let attester: Attester;
let signer: Signer;
let clock: ReturnType<typeof stillClock>;
let ada: Shopper;
let adapter: Shopper;
beforeAll(async () => {
  clock = stillClock();
  portal = await startPortal({ clock, env: { PORTAL_PUBLIC_LOGS: '1' } });
  attester = demoAttester(portal);
  signer = await newSignerOf(attester);
  const { key } = await anotherKey(portal, 'deployment', { scopes: ['commerce', 'fulfillment'] });
  ada = shopper(portal, { buyer: 'ada' });
  adapter = shopper(portal, { key, buyer: 'ada' });
});
afterAll(() => portal.close());

/** Buys lines with properties and a parent, with a discount, tax and shipping. */
async function buy(by: Shopper): Promise<string> {
  const checkout_id: string = (await by.ok('get_cart', {})).data.id;
  const properties = [
    { name: 'Size', value: 'M' },
    { name: 'Color', value: 'Natural' },
  ];
  const line_items = [
    { id: 'mug', item: { id: 'enamel-mug' }, quantity: 3 },
    { id: 'tee', item: { id: 'shop-tee' }, quantity: 1, properties },
    { id: 'wrap', item: { id: 'gift-wrap' }, quantity: 1, parent_id: 'mug' },
    {
      ...{ id: 'keepsake', item: { id: 'keepsake-mug' }, quantity: 1 },
      properties: [{ name: 'Engraving', value: 'Zoë "1" \u{1F33F} \\' }],
    },
  ];
  await by.ok('add_line_items', { checkout_id, line_items });
  await by.ok('set_buyer', { checkout_id, buyer: BUYER });
  await by.ok('apply_discount', { checkout_id, code: 'WELCOME10' });
  const destination = {
    ...{ address_country: 'US', street_address: '1 Main St', address_locality: 'Salem' },
    ...{ address_region: 'OR', postal_code: '97301' },
  };
  await by.ok('set_destination', { checkout_id, destination });
  const { data } = await by.ok('select_fulfillment', { checkout_id, selected_option_id: 'standard' });
  const args = { checkout_id, expected_total: totalOf(data), payment: { instruments: [CARD] } };
  return (await by.ok('complete_checkout', args)).data.order.id;
}

const SALT = expect.stringMatching(/^[A-Za-z0-9]{22}$/);
const BUYER = { email: 'ada@example.com', full_name: 'Ada Lovelace' };

/** Computes the expected context from the order that `get_order` returns, and the hidden members from `salts`. */
async function projection(by: Shopper, order_id: string, salts: Readonly<Record<string, string>>) {
  const { data } = await by.ok('get_order', { order_id });
  type Line = (typeof data.line_items)[number];
  type Total = { readonly type: string; readonly amount: number };
  const totalsOf = (totals: readonly Total[]) => totals.map(({ type, amount }) => ({ type, amount }));
  const { organization_id, shop_id, deployment_id } = portal.demo;
  const properties = data.line_items.flatMap((line: Line) =>
    line.properties?.length > 0 ? [{ id: line.id, properties: line.properties }] : [],
  );
  return {
    v: 2,
    order_id,
    display_id: data.display_id,
    checkout_id: data.checkout_id,
    seller: { organization_id, shop_id, deployment_id },
    currency: data.currency,
    created_at: data.created_at,
    line_items: data.line_items.map(({ id, item, quantity, totals, parent_id = null }: Line) => ({
      ...{ id, item_id: item.id, title: item.title, sku: null, options: [], parent_id },
      ...{ unit_price: item.price, quantity: quantity.total, totals: totalsOf(totals) },
    })),
    discounts: [expect.objectContaining({ code: 'WELCOME10', amount: expect.any(Number) })],
    tax: expect.any(Array),
    totals: totalsOf(data.totals),
    delivery: [expect.objectContaining({ method_type: 'shipping', fulfillable_on: expect.any(String) })],
    payment: { handler_id: 'sandbox_card', reference: expect.any(String) },
    hidden: {
      buyer: expect.any(String),
      address: expect.any(String),
      properties: createHash('sha256')
        .update(`${salts.properties}${jcs({ properties })}`)
        .digest('base64url'),
    },
  };
}

const contextOf = async (by: Shopper, order_id: string) => (await by.ok('get_receipt_context', { order_id })).data;

describe('the context of an order', () => {
  it('describes the order, with a hash that anyone can compute', async () => {
    const order_id = await buy(ada);
    const answered = await contextOf(ada, order_id);
    const salts = { order: SALT, buyer: SALT, address: SALT, properties: SALT };
    const context = await projection(ada, order_id, answered.salts);
    expect(answered).toEqual({ context, context_hash: `sha256:${sha256(jcs(answered.context))}`, salts });
    expect(answered.context.line_items.map(({ id }: { id: string }) => id)).toEqual(['mug', 'tee', 'wrap', 'keepsake']);
    expect(answered.context_hash).toBe(contextHashOf(answered.context));
    expect(JSON.stringify(answered)).not.toMatch(/ada@|Lovelace|Main St/);
  });

  it('stays the same through hold, release, shipment, refund and return', async () => {
    const order_id = await buy(ada);
    const first = await ada.send('get_receipt_context', { order_id });
    const same = async () => expect((await ada.send('get_receipt_context', { order_id })).text).toBe(first.text);
    const steps: readonly (() => Promise<unknown>)[] = [
      () => ada.ok('hold_order', { order_id, reason: 'Wrong size.' }),
      () => ada.ok('release_order', { order_id }),
      () =>
        adapter.ok('record_fulfillment_event', {
          ...{ order_id, type: 'shipped', line_items: [{ id: 'mug', quantity: 2 }] },
        }),
      () => adapter.ok('adjust_order', { order_id, type: 'refund', amount: 100, reason: 'Late.' }),
      () => adapter.ok('adjust_order', { order_id, type: 'return', line_items: [{ id: 'mug', quantity: 1 }] }),
      () => adapter.ok('adjust_order', { order_id, type: 'refund' }),
    ];
    for (const step of steps) {
      clock.advance(60_000);
      await step();
      await same();
    }
  });

  it('stays the same through cancellation', async () => {
    const order_id = await buy(ada);
    const first = await contextOf(ada, order_id);
    await adapter.ok('cancel_order', { order_id, reason: 'Ordered twice.' });
    expect(await contextOf(ada, order_id)).toEqual(first);
  });

  it('differs between orders with the same content', async () => {
    const hashes = new Set<string>();
    for (let n = 0; n < 3; n += 1) hashes.add((await contextOf(ada, await buy(ada))).context_hash);
    expect(hashes.size).toBe(3);
  });

  it('is hidden from callers without access to the order', async () => {
    const order_id = await buy(ada);
    const absent = await ada.send('get_receipt_context', { order_id: 'ord_absent' });
    expect([absent.status, absent.json.error]).toEqual([404, 'order_not_found']);
    const bob = shopper(portal, { buyer: 'bob' });
    const elsewhere = shopper(portal, { key: await otherDeployment() });
    for (const by of [bob, elsewhere])
      expect((await by.send('get_receipt_context', { order_id })).text).toBe(absent.text);
    expect((await contextOf(shopper(portal), order_id)).context.order_id).toBe(order_id);
  });
});

/** Creates a key that can read receipts, for another deployment of the same shop. */
async function otherDeployment(): Promise<string> {
  const { organization_id, shop_id } = portal.demo;
  const author = { ids: systemIds, now: clock.now(), actor: 'test' };
  return portal.app.store.update((rows) => {
    const shop = rows.get('shop', shop_id);
    if (!shop) throw new Error('the shop is missing');
    const deployment = newDeployment(author, shop, 'Second');
    const owner = { kind: 'deployment', organization_id, deployment_id: deployment.id } as const;
    const { key, writes } = buildNewKey(author, owner, { name: 'second', scopes: ['commerce', 'receipts:read'] });
    return { writes: [insertWrite('deployment', deployment), ...writes], result: key };
  });
}

describe('the order of a receipt', () => {
  const orderOf = async (by: Shopper, receipt_id: string) => {
    const { data } = await by.ok('get_receipt', { receipt_id });
    const listed = (await by.ok('list_receipts', { job_id: data.receipt.job_id })).data;
    expect(listed).toEqual([data]);
    expect(data.bound_to?.order_id).toBe(data.order?.id);
    return data.order;
  };

  it('is named to callers who may see it, and null for others', async () => {
    const order_id = await buy(ada);
    const { context_hash } = await contextOf(ada, order_id);
    const receipt = await submitted(attester, signer, clock.now(), { context_hash });
    const { key } = await anotherKey(portal, 'deployment', { scopes: ['receipts:read'] });
    const as = (buyer?: string) => shopper(portal, { key, ...(buyer !== undefined && { buyer }) });
    const named = { id: order_id };
    expect(await orderOf(attester.by, receipt)).toEqual(named);
    expect(await orderOf(as(), receipt)).toEqual(named);
    expect(await orderOf(as('ada'), receipt)).toEqual(named);
    expect(await orderOf(as('bob'), receipt)).toBeNull();
    expect(await orderOf(shopper(portal, { key: await otherDeployment() }), receipt)).toBeNull();
  });

  it('is named even after it was canceled', async () => {
    const order_id = await buy(ada);
    const { context_hash } = await contextOf(ada, order_id);
    await adapter.ok('cancel_order', { order_id });
    const receipt = await submitted(attester, signer, clock.now(), { context_hash, resolution: 'canceled' });
    expect(await orderOf(attester.by, receipt)).toEqual({ id: order_id });
  });

  it('is returned with its present state by each submission, alone or in a batch', async () => {
    const order_id = await buy(ada);
    const { context_hash } = await contextOf(ada, order_id);
    const change = { context_hash, job_id: `job of ${order_id}` };
    const submission = signer.submission(receiptFor(attester, clock.now(), change));
    const first = await attester.by.ok('submit_receipt', { ...submission });
    const bound_to = { order_id, status: 'processing', payment_status: 'paid' };
    expect(first).toEqual({ id: expect.any(String), status: 'verified', bound_to });
    await adapter.ok('cancel_order', { order_id });
    const { data } = await ada.ok('get_order', { order_id });
    const now = { order_id, status: 'canceled', payment_status: data.payment_status };
    expect(await attester.by.ok('submit_receipt', { ...submission })).toEqual({ ...first, bound_to: now });
    const batch = await attester.by.ok('submit_receipts', { receipts: [submission] });
    expect(batch.data).toEqual([{ ...first, bound_to: now }]);
    expect((await attester.by.ok('get_receipt', { receipt_id: first.id })).data.bound_to).toEqual(now);
  });

  it('is shown in a v1 bundle with the proof of whose key signed, to callers who may see it', async () => {
    const order_id = await buy(ada);
    const { context, context_hash } = await contextOf(ada, order_id);
    const receipt_id = await submitted(attester, signer, clock.now(), { context_hash });
    const { data } = await attester.by.ok('get_receipt_bundle', { receipt_id, version: 'v1' });
    const verified = verifyBundle(data, { signer: signer.fingerprint });
    expect(verified).toMatchObject({ context, key_owner: { agent_id: null } });
    const { key } = await anotherKey(portal, 'deployment', { scopes: ['receipts:read'] });
    const bob = await shopper(portal, { key, buyer: 'bob' }).ok('get_receipt_bundle', { receipt_id, version: 'v1' });
    expect(bob.data).not.toHaveProperty('context');
    expect(verifyBundle(bob.data).key_owner).toEqual(verified.key_owner);
    expect((await attester.by.ok('get_receipt_bundle', { receipt_id })).data).toMatchObject({ bundle: 'v0' });
    await attester.by.refused('get_receipt_bundle', { receipt_id, version: 'v2' }, 'invalid_request');
  });

  it('is in a public v1 bundle only if the organization shows contexts', async () => {
    const { context, context_hash } = await contextOf(ada, await buy(ada));
    const receipt_id = await submitted(attester, signer, clock.now(), { context_hash });
    const { receipt_hash } = (await attester.by.ok('get_receipt', { receipt_id })).data;
    const id = portal.demo.organization_id;
    const read = async (public_contexts: boolean) => {
      await portal.app.store.update((rows) => {
        const before = rows.get('organization', id);
        if (!before) throw new Error('the organization is missing');
        const after = { ...before, public_log: true, public_receipts: true, public_contexts };
        return { writes: [replaceWrite('organization', before, after)], result: undefined };
      });
      const path = `/logs/${id}/receipts/${receipt_hash}?version=v1`;
      return verifyBundle((await portal.request('GET', path, { key: null })).json.data);
    };
    expect(await read(false)).not.toHaveProperty('context');
    expect(await read(true)).toMatchObject({ context, key_owner: { agent_id: null } });
  });

  it('is never an order of another organization', async () => {
    const { context_hash } = await contextOf(ada, await buy(ada));
    const other = await anotherOrganization(portal);
    const receipt = await submitted(other, await newSignerOf(other), clock.now(), { context_hash });
    expect(await orderOf(other.by, receipt)).toBeNull();
  });

  it.each<[what: string, change: (hash: string) => string]>([
    ['without its prefix', (hash) => hash.slice('sha256:'.length)],
    ['in upper case', (hash) => hash.toUpperCase()],
    ['of upper-case hex', (hash) => `sha256:${hash.slice('sha256:'.length).toUpperCase()}`],
    ['with another digit', (hash) => changeCharacter(hash, -1, '01')],
    ['with a space', (hash) => `${hash} `],
    ['that is an id', () => 'ord_1'],
  ])('is null for a hash %s', async (_what, change) => {
    const { context_hash } = await contextOf(ada, await buy(ada));
    const receipt = await submitted(attester, signer, clock.now(), { context_hash: change(context_hash) });
    expect(await orderOf(attester.by, receipt)).toBeNull();
  });
});

describe('the receipts of an order', () => {
  const receiptsOf = async (by: Shopper, order_id: string) => (await by.ok('get_order', { order_id })).data.receipts;

  it('are shown newest first, with their successors, to everyone who can read the order over HTTP or MCP', async () => {
    const order_id = await buy(ada);
    const { context_hash } = await contextOf(ada, order_id);
    expect(await receiptsOf(ada, order_id)).toBeUndefined();
    const job_id = `job of ${order_id}`;
    const change = { context_hash, job_id, resolution: 'partial' };
    const first = signer.submission(receiptFor(attester, clock.now(), change));
    const { id } = await attester.by.ok('submit_receipt', { ...first });
    const received_at = new Date(clock.now()).toISOString();
    const one = { id, agent_id: attester.agent_id, resolution: 'partial', received_at, status: 'verified' };
    expect(await receiptsOf(ada, order_id)).toEqual([{ ...one, superseded_by: null }]);
    clock.advance(1000);
    const metadata = { supersedes: sha256(jcs(first.receipt)) };
    const next = await submitted(attester, signer, clock.now(), { ...change, resolution: 'success', metadata });
    const two = { ...one, id: next, resolution: 'success', received_at: new Date(clock.now()).toISOString() };
    const shown = [
      { ...two, superseded_by: null },
      { ...one, superseded_by: { id: next } },
    ];
    const { key } = await anotherKey(portal, 'organization', { scopes: ['orders:read'] });
    const merchant = registryCaller(() => portal.url, key);
    const { shop_id } = portal.demo;
    expect((await merchant.ok('get_shop_order', { shop_id, order_id })).receipts).toEqual(shown);
    for (const by of [ada, adapter, shopper(portal)]) expect(await receiptsOf(by, order_id)).toEqual(shown);
    const { url, database } = portal;
    const tools = await openSurface('mcp 2.x http', { url, database, key: portal.demo.deployment_key });
    const { body } = await tools.call('get_order', { order_id });
    expect(body.data.receipts).toEqual(shown);
    await tools.close();
  });

  it("are at most the newest 20, of the order's organization only", async () => {
    const order_id = await buy(ada);
    const { context_hash } = await contextOf(ada, order_id);
    const other = await anotherOrganization(portal);
    await submitted(other, await newSignerOf(other), clock.now(), { context_hash });
    expect(await receiptsOf(ada, order_id)).toBeUndefined();
    const ids: string[] = [];
    for (let n = 0; n < 21; n += 1) ids.push(await submitted(attester, signer, clock.now(), { context_hash }));
    const shown = await receiptsOf(ada, order_id);
    expect(shown.map(({ id }: { id: string }) => id)).toEqual(ids.slice(1).toReversed());
    const listed = await attester.by.ok('list_receipts', { context_hash, limit: 100 });
    expect(listed.data.map(({ id }: { id: string }) => id)).toEqual(ids.toReversed());
  });

  it('stay with the order after a hold and a cancellation', async () => {
    const order_id = await buy(ada);
    const { context_hash } = await contextOf(ada, order_id);
    const id = await submitted(attester, signer, clock.now(), { context_hash });
    await ada.ok('hold_order', { order_id });
    await adapter.ok('cancel_order', { order_id });
    expect(await receiptsOf(ada, order_id)).toMatchObject([{ id }]);
  });
});
