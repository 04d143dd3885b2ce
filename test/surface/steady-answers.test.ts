import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { erasePerson } from '../../src/operations/privacy/erase.js';
import { systemIds } from '../../src/system.js';
import { CHANGING, Merchant, PRICE_CHANGES, TENTH } from '../actors/merchant.js';
import { complete, fill, type Purchase, ready } from '../actors/purchase.js';
import { shopper } from '../actors/shopper.js';
import { textAsFresh } from '../support/fresh-portal.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { stillClock } from '../support/still-clock.js';
import { fullKey } from '../support/tenants.js';

/** Responses are cached while their sources stay the same. Here another process changes the sources, or time passes. */

const MINUTE = 60_000;
const QUARTER = 15 * MINUTE;
const BUYER = 'keeper';
const EMAIL = 'keeper@example.com';

let clock: ReturnType<typeof stillClock>;
let portal: TestPortal;
let other: TestPortal;
let there: Merchant;
beforeEach(async () => {
  clock = stillClock();
  portal = await startPortal({ clock });
  other = await startPortal({ clock, database: portal.database });
  there = new Merchant(other);
  await there.putDiscount(CHANGING.code, TENTH);
});
afterEach(async () => {
  await other.close();
  await portal.close();
});

const WISH = { lines: [CHANGING.item], codes: [CHANGING.code], email: EMAIL };
const filled = () => fill(shopper(portal, { buyer: BUYER }), WISH);

const shownAt = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  textAsFresh(portal, clock, path, { headers: { 'x-buyer-id': BUYER, ...headers } });
const pathOf = ({ checkout_id }: Purchase) => `/api/commerce/checkouts/${checkout_id}`;

/** Reads a cart twice, so that its response is cached. */
async function keptCart() {
  const purchase = await filled();
  const path = pathOf(purchase);
  const before = await shownAt(path);
  expect(await shownAt(path)).toBe(before);
  return { purchase, path, before };
}

/** Returns the total in the text of a response. */
const totalIn = (text: string): number =>
  JSON.parse(text).data.totals.find(({ type }: { type: string }) => type === 'total').amount;

describe("a cart that was read shows another process's changes", () => {
  test.each(PRICE_CHANGES)('$name', async ({ make }) => {
    const { path, before } = await keptCart();
    await make(there, 1);
    expect(totalIn(await shownAt(path))).not.toBe(totalIn(before));
  });

  test('shows that no units are left, and that an item is withdrawn', async () => {
    const { path, before } = await keptCart();
    await there.setUnits(CHANGING.item, 0);
    const without = await shownAt(path);
    if ((await there.unitsLeft(CHANGING.item)) !== null) expect(without).not.toBe(before);
    await there.withdraw(CHANGING.item);
    expect(await shownAt(path)).toContain('item_unavailable');
  });

  test('shows a discount that is deleted and recreated with other terms at the same instant', async () => {
    const { path, before } = await keptCart();
    await there.deleteDiscount(CHANGING.code);
    await there.putDiscount(CHANGING.code, { kind: 'percent', value_ppm: 500_000 });
    expect(totalIn(await shownAt(path))).toBeLessThan(totalIn(before));
  });

  test('shows that another buyer took the last use of a discount', async () => {
    await there.putDiscount('LAST', { ...TENTH, max_uses: 1 });
    const by = shopper(portal, { buyer: BUYER });
    const { checkout_id } = await fill(by, { ...WISH, codes: ['LAST'] });
    const path = `/api/commerce/checkouts/${checkout_id}`;
    const before = await shownAt(path);
    const rival = await ready(shopper(other, { buyer: 'rival' }), { ...WISH, codes: ['LAST'] });
    expect((await complete(rival)).status).toBe(200);
    expect(totalIn(await shownAt(path))).toBeGreaterThan(totalIn(before));
  });

  test('shows a change of the cart itself', async () => {
    const { purchase, path, before } = await keptCart();
    const { checkout_id } = purchase;
    await shopper(other, { buyer: BUYER }).ok('set_buyer', { checkout_id, buyer: { email: 'new@example.com' } });
    const after = await shownAt(path);
    expect(after).toContain('new@example.com');
    expect(after).not.toBe(before);
    expect(await shownAt('/api/commerce/checkouts/current')).toBe(after);
  });

  test('shows the erasure of its buyer', async () => {
    const { path, before } = await keptCart();
    expect(before).toContain(EMAIL);
    const { store, portal: parts } = other.app;
    const by = { ids: systemIds, now: clock.now(), actor: 'the test', step: store.update.bind(store) };
    const secrets = { people: store.secret('people'), mail: store.secret('mail') };
    const eraser = {
      ...by,
      secrets,
      answers: parts.answers,
      list: store.list.bind(store),
      forget: store.forget.bind(store),
    };
    await erasePerson(eraser, portal.demo.organization_id, EMAIL);
    expect((await portal.request('GET', path, { headers: { 'x-buyer-id': BUYER } })).text).not.toContain(EMAIL);
  });

  test('is not returned to another buyer, or for a revoked key', async () => {
    const { path } = await keptCart();
    expect((await portal.request('GET', path, { headers: { 'x-buyer-id': 'somebody' } })).status).toBe(404);
    const by = shopper(other, { key: await fullKey(other, 'organization') });
    const { data } = await by.ok('list_keys', {});
    const key = data.find(({ deployment_id }: { deployment_id: string | null }) => deployment_id !== null);
    await by.ok('revoke_key', { key_id: key.id });
    expect((await portal.request('GET', path, { headers: { 'x-buyer-id': BUYER } })).status).toBe(401);
  });
});

describe('a cart that was read changes with time', () => {
  it('promises later times in the next quarter of an hour', async () => {
    clock.advance(MINUTE);
    const { path, before } = await keptCart();
    clock.advance(QUARTER - MINUTE - 1);
    await shownAt(path);
    clock.advance(MINUTE);
    expect(await shownAt(path)).not.toBe(before);
  });

  it('applies a discount from its start to its end', async () => {
    clock.advance(MINUTE);
    const code = CHANGING.code;
    const start = clock.now() + MINUTE;
    const ends_at = new Date(start + MINUTE).toISOString();
    const { path, before } = await keptCart();
    await there.putDiscount(code, { ...TENTH, starts_at: new Date(start).toISOString(), ends_at });
    const early = await shownAt(path);
    clock.advance(MINUTE - 1);
    expect(await shownAt(path)).toBe(early);
    clock.advance(1);
    expect(totalIn(await shownAt(path))).toBe(totalIn(before));
    clock.advance(MINUTE);
    expect(totalIn(await shownAt(path))).toBe(totalIn(early));
  });

  it('shows that the cart has expired', async () => {
    const { path } = await keptCart();
    clock.advance(6 * 60 * MINUTE - 1);
    expect(await shownAt(path)).not.toContain('checkout_expired');
    clock.advance(1);
    expect(await shownAt(path)).toContain('checkout_expired');
  });

  it('is returned in the requested language, and unchanged in the first one afterwards', async () => {
    const { path, before } = await keptCart();
    const german = await shownAt(path, { 'accept-language': 'de' });
    expect(german).not.toBe(before);
    expect(await shownAt(path)).toBe(before);
  });
});
