import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eraseOrder } from '../../src/domain/privacy/erase.js';
import type { SpendingLimits } from '../../src/domain/tenant/limits.js';
import { required } from '../../src/domain/values/required.js';
import { replaceWrite } from '../../src/ports.js';
import { submitForm } from '../actors/buyer-page.js';
import { complete, fill, INVOICE, inShort, type Purchase, ready, shownAgain, type Wish } from '../actors/purchase.js';
import { type RegistryCaller, registryCaller } from '../actors/registry-caller.js';
import { CARD, type Shopper, shopper } from '../actors/shopper.js';
import { jcs } from '../actors/signer.js';
import { type Answered, startPortal, type TestPortal } from '../support/portal.js';
import { readStored } from '../support/stored.js';
import { anotherKey, changeSettings, fullKey } from '../support/tenants.js';

const EBOOK: Wish = { lines: ['preserving-ebook'], option: 'digital' };
/** Price of an e-book in the demo shop. */
const PRICE = 1_200;

let portal: TestPortal;
let owner: RegistryCaller;
beforeAll(async () => {
  portal = await startPortal();
  owner = registryCaller(() => portal.url, await fullKey(portal, 'organization'));
});
afterAll(() => portal.close());

interface Limited {
  readonly by: Shopper;
  readonly key_id: string;
  /** Returns a shopper for another buyer, with the same key. */
  for(buyer: string): Shopper;
}

let count = 0;
/** Creates a key with these limits, and a shopper who uses it for a buyer of their own. */
async function limited(limits: Partial<SpendingLimits>): Promise<Limited> {
  const { key, id } = await anotherKey(portal, 'deployment', { limits: { currency: 'USD', ...limits } });
  count += 1;
  const by = (buyer: string) => shopper(portal, { key, buyer });
  return { by: by(`buyer${count}`), key_id: id, for: by };
}

const limitsOf = async ({ key_id }: Limited) => (await owner.ok('set_key_limits', { key_id })).limits;
const read = async ({ by, checkout_id }: Purchase) => (await by.ok('get_checkout', { checkout_id })).data;
const units = (quantity: number): Wish => ({ ...EBOOK, lines: [{ item: { id: 'preserving-ebook' }, quantity }] });

/** Expects that the checkout waits for an approval, and returns the text of its message. */
async function expectEscalation(purchase: Purchase): Promise<string> {
  const { status, messages, continue_url } = await read(purchase);
  expect(status).toBe('requires_escalation');
  expect(messages).toEqual([
    {
      type: 'error',
      code: 'high_value_order',
      content: expect.any(String),
      path: '$.totals',
      severity: 'requires_buyer_review',
    },
  ]);
  expect(continue_url).toMatch(/^http/);
  return messages[0].content;
}

async function approve(purchase: Purchase): Promise<void> {
  const { continue_url } = await read(purchase);
  expect(await submitForm(continue_url, 'approve')).toBeNull();
}

describe('a checkout above a limit', () => {
  test('names the limit and what is left, and is bought once the buyer approved this total', async () => {
    const agent = await limited({ per_30_days: 2 * PRICE });
    expect(inShort(await complete(await ready(agent.by, EBOOK)))).toBe('200 completed');
    const cart = await fill(agent.by, units(2));
    expect(await expectEscalation(cart)).toContain('Only $12.00 is left of $24.00');
    expect(inShort(await complete(cart))).toBe('409 checkout_not_ready');
    await approve(cart);
    expect(inShort(await complete(cart))).toBe('200 completed');
    expect(await limitsOf(agent)).toMatchObject({ left_30_days: 0 });
    expect(await expectEscalation(await fill(agent.by, EBOOK))).toContain('Only $0.00 is left');
  });

  test('needs another approval after a change', async () => {
    const { by } = await limited({ per_order: PRICE });
    const cart = await fill(by, units(2));
    await approve(cart);
    expect((await read(cart)).status).toBe('ready_for_complete');
    const changed = await fill(by, EBOOK);
    expect(await expectEscalation(changed)).toContain('above $12.00, the limit per order');
    expect(inShort(await complete(changed))).toBe('409 checkout_not_ready');
  });

  test('is bought without an approval once the limit is raised', async () => {
    const agent = await limited({ per_order: 1, ask_above: 1 });
    const cart = await fill(agent.by, EBOOK);
    expect(inShort(await complete(cart))).toBe('409 checkout_not_ready');
    await owner.ok('set_key_limits', { key_id: agent.key_id, per_order: PRICE, ask_above: null });
    expect(inShort(await complete(cart))).toBe('200 completed');
  });

  test('is kept by buy, and bought by its repeat after the approval', async () => {
    const { by } = await limited({ ask_above: PRICE - 1 });
    const args = {
      line_items: [{ item: { id: 'preserving-ebook' }, quantity: 1 }],
      buyer: { email: 'ada@example.com' },
      expected_total: PRICE,
      payment: INVOICE,
    };
    const key = { 'idempotency-key': 'an approved purchase' };
    const first = await by.send('buy', args, key);
    expect(inShort(first)).toBe('409 checkout_not_ready');
    const [checkout_id = ''] = /chk_[0-9a-f-]+/.exec(first.json.detail) ?? [];
    await approve({ by, checkout_id, total: PRICE });
    expect(inShort(await by.send('buy', args, key))).toBe('200 completed');
  });

  test('may be in another currency than the limits, but then always needs the approval', async () => {
    const { by } = await limited({ per_order: 1_000_000, currency: 'EUR' });
    expect(await expectEscalation(await fill(by, EBOOK))).toContain('are in EUR');
  });

  test("needs only one approval, if the shop's own limit is exceeded too", async () => {
    await changeSettings(portal, { review_limit: 1 });
    const { by } = await limited({ per_order: 1 });
    const cart = await fill(by, EBOOK);
    const { messages } = await read(cart);
    expect(messages.map(({ code }: { code: string }) => code)).toEqual(['high_value_order', 'high_value_order']);
    await approve(cart);
    expect(inShort(await complete(cart))).toBe('200 completed');
    await changeSettings(portal, { review_limit: null });
  });
});

test('the receipt context proves the limits, what was spent before, and the approval, until it is erased', async () => {
  const agent = await limited({ per_order: PRICE, per_30_days: 4 * PRICE });
  expect(inShort(await complete(await ready(agent.by, EBOOK)))).toBe('200 completed');
  const cart = await fill(agent.by, units(2));
  await approve(cart);
  const order_id: string = (await complete(cart)).json.data.order.id;
  const before = (await agent.by.ok('get_receipt_context', { order_id })).data;
  const limits = { currency: 'USD', per_order: PRICE, per_30_days: 4 * PRICE, ask_above: null };
  const permission = { client: null, ends_at: null, limits, spent: PRICE, approved: true };
  expect(before.grant).toEqual({ id: agent.key_id, buyer_id: agent.by.buyer, ...permission });
  const hashed = createHash('sha256').update(`${before.salts.grant}${jcs({ grant: before.grant })}`);
  expect(before.context.hidden.grant).toBe(hashed.digest('base64url'));
  await owner.ok('set_key_limits', { key_id: agent.key_id, per_order: 1 });
  expect((await agent.by.ok('get_receipt_context', { order_id })).data).toEqual(before);
  await portal.app.store.update((rows) => {
    const order = required(rows.get('order', order_id), 'the order');
    return { writes: [replaceWrite('order', order, eraseOrder(order, order.updated_at))], result: undefined };
  });
  const [row] = await readStored(portal.database, `SELECT body FROM "order" WHERE key = '${order_id}'`);
  const erased = JSON.parse(String(row?.body));
  expect([erased.grant, erased.evidence.salts.grant]).toEqual([undefined, undefined]);
  expect(erased.evidence.hashes.grant).toBe(before.context.hidden.grant);
});

describe('a cart that a key without limits has filled', () => {
  test('counts toward the limits of the key that pays it, and its page then asks for the approval', async () => {
    const agent = await limited({ per_order: PRICE - 1 });
    const unlimited = shopper(portal, { buyer: agent.by.buyer ?? '' });
    const cart = await ready(unlimited, EBOOK);
    expect(inShort(await complete({ ...cart, by: agent.by }))).toBe('409 checkout_not_ready');
    await expectEscalation(cart);
    await approve(cart);
    expect(inShort(await complete({ ...cart, by: agent.by }))).toBe('200 completed');
  });
});

describe('a cart that a key with limits has filled', () => {
  test('counts toward its limits, also if the buyer pays on the page or another key pays', async () => {
    const agent = await limited({ per_30_days: 10 * PRICE });
    const onPage = await ready(agent.by, EBOOK);
    const { continue_url } = await read(onPage);
    expect(await submitForm(continue_url, 'pay', { handler_id: 'invoice' })).toBeNull();
    expect((await read(onPage)).status).toBe('completed');
    const cart = await ready(agent.by, EBOOK);
    const unlimited = shopper(portal, { buyer: agent.by.buyer ?? '' });
    expect(inShort(await complete({ ...cart, by: unlimited }))).toBe('200 completed');
    expect(await limitsOf(agent)).toMatchObject({ left_30_days: 8 * PRICE });
  });

  test("cannot be paid above a limit by filling a new cart on the buyer's page", async () => {
    const { by } = await limited({ per_order: PRICE - 1 });
    const cart = await fill(by, EBOOK);
    const { continue_url } = await read(cart);
    await by.ok('cancel_checkout', { checkout_id: cart.checkout_id });
    const refilled = await fetch(`${continue_url}/refill`, { method: 'POST', redirect: 'manual' });
    const url = new URL(refilled.headers.get('location') ?? '', refilled.url).href;
    expect(await submitForm(url, 'pay', { handler_id: 'invoice' })).toBe('checkout_not_ready');
    expect(await (await fetch(url)).text()).toContain('above a limit set for your assistant');
  });
});

describe('what is left of a limit', () => {
  const withCard = ({ by, checkout_id, total }: Purchase, token: string): Promise<Answered> =>
    by.send('complete_checkout', {
      checkout_id,
      expected_total: total,
      payment: { instruments: [{ ...CARD, credential: { type: 'token', token } }] },
    });

  test('is reserved while a payment is open, and given back when it is canceled', async () => {
    const agent = await limited({ per_30_days: PRICE });
    const cart = await ready(agent.by, EBOOK);
    expect(inShort(await withCard(cart, 'tok_confirm'))).toBe('200 complete_in_progress');
    expect(await limitsOf(agent)).toMatchObject({ left_30_days: 0 });
    await agent.by.ok('cancel_checkout', { checkout_id: cart.checkout_id });
    expect(await limitsOf(agent)).toMatchObject({ left_30_days: PRICE });
  });

  test('shows at once in the other carts of the key', async () => {
    const agent = await limited({ per_30_days: 2 * PRICE });
    expect(inShort(await complete(await ready(agent.by, EBOOK)))).toBe('200 completed');
    const [cart, other] = [await ready(agent.by, EBOOK), await ready(agent.for('another'), EBOOK)];
    expect((await read(cart)).status).toBe('ready_for_complete');
    expect(inShort(await complete(other))).toBe('200 completed');
    expect(await expectEscalation(cart)).toContain('Only $0.00 is left');
  });

  test('is given back for units that are canceled before they are paid', async () => {
    const agent = await limited({ per_30_days: 3 * PRICE });
    const { json } = await complete(await ready(agent.by, units(3)));
    const staff = registryCaller(() => portal.url, await fullKey(portal, 'deployment'));
    const order_id = json.data.order.id;
    const [{ id }] = (await staff.ok('get_order', { order_id })).line_items;
    await staff.ok('cancel_order', { order_id, line_items: [{ id, quantity: 1 }] });
    expect(await limitsOf(agent)).toMatchObject({ left_30_days: PRICE });
    await staff.ok('mark_order_paid', { order_id });
    expect(await limitsOf(agent)).toMatchObject({ left_30_days: PRICE });
    await staff.ok('adjust_order', { order_id, type: 'refund', amount: 500 });
    expect(await limitsOf(agent)).toMatchObject({ left_30_days: PRICE + 500 });
  });

  test('is in the list of keys, where keys without limits have no such member', async () => {
    const agent = await limited({ per_30_days: 5 * PRICE });
    await complete(await ready(agent.by, EBOOK));
    const keys: readonly { readonly id: string; readonly limits?: object }[] = await owner.ok('list_keys', {
      limit: 100,
    });
    const limits = { per_30_days: 5 * PRICE, currency: 'USD', left_30_days: 4 * PRICE };
    expect(keys.find(({ id }) => id === agent.key_id)?.limits).toEqual(limits);
    expect(keys.some((key) => !('limits' in key))).toBe(true);
  });
});

describe('a key for some categories', () => {
  const MUG: Wish = { lines: ['enamel-mug', 'preserving-ebook'], option: 'pickup-portland' };

  test('buys what is in them, and names each line that is not until the buyer approves', async () => {
    const { by } = await limited({ categories: ['books'] });
    expect(inShort(await complete(await ready(by, EBOOK)))).toBe('200 completed');
    const cart = await fill(by, MUG);
    const { status, messages } = await read(cart);
    expect(status).toBe('requires_escalation');
    expect(messages).toEqual([
      expect.objectContaining({ code: 'category_outside_limits', path: '$.line_items[0].item' }),
    ]);
    const refused = await complete(cart);
    expect(inShort(refused)).toBe('409 checkout_not_ready');
    expect(refused.json.detail).toContain('"Enamel camp mug" is in none of the categories');
    await approve(cart);
    expect(inShort(await complete(cart))).toBe('200 completed');
  });

  test('is checked again in the transaction of the payment', async () => {
    const { by, key_id } = await limited({ categories: ['Kitchen', 'Books'] });
    const cart = await ready(by, MUG);
    await owner.ok('set_key_limits', { key_id, categories: ['Books'] });
    expect(inShort(await complete(cart))).toBe('409 checkout_not_ready');
    await owner.ok('set_key_limits', { key_id, categories: null });
    expect(inShort(await complete(cart))).toBe('200 completed');
  });
});

describe('set_key_limits', () => {
  test('audits each change of the limits, and writes nothing without one', async () => {
    const { deployment_id } = portal.demo;
    const { id: key_id } = await owner.ok('create_key', { name: 'agent', deployment_id, limits: { per_order: 100 } });
    await owner.ok('set_key_limits', { key_id, per_order: 100 });
    await owner.ok('set_key_limits', { key_id, per_order: 200 });
    const { limits } = await owner.ok('set_key_limits', { key_id, per_order: null });
    expect(limits).toBeUndefined();
    const events: readonly { readonly action: string; readonly changed: readonly string[] }[] = await owner.ok(
      'list_audit_events',
      { subject_type: 'api_key', subject_id: key_id },
    );
    expect(events.map(({ action, changed }) => [action, ...changed])).toEqual([
      ['key.limits_changed', 'limits'],
      ['key.limits_changed', 'limits'],
      ['key.created', 'scopes', 'limits'],
    ]);
  });

  test('rejects the key of an organization', async () => {
    const { id: key_id } = await owner.ok('create_key', { name: 'adapter' });
    const { status, json } = await owner.send('set_key_limits', { key_id, per_order: 1 });
    expect([status, json.error, json.detail]).toEqual([
      400,
      'invalid_request',
      'limits: only the key of a deployment can have limits',
    ]);
  });
});

test('shows the limits to a buyer in their language', async () => {
  const { by } = await limited({ per_order: 1 });
  const cart = await fill(by, EBOOK);
  const { json } = await by.send('get_checkout', { checkout_id: cart.checkout_id }, { 'accept-language': 'de' });
  expect(json.data.messages[0].content).toContain('der Grenze dieses API-Schlüssels pro Bestellung');
  expect((await shownAgain(cart)).total).toBe(cart.total);
});
