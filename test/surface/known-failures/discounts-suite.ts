import { expect, test } from 'vitest';
import type { Merchant } from '../../actors/merchant.js';
import { complete, inShort, type Purchase, ready } from '../../actors/purchase.js';
import type { Shopper } from '../../actors/shopper.js';
import { PAID } from '../../support/controlled-handler.js';
import { type Authorization, DECLINED, scriptedHandler } from '../../support/scripted-handler.js';
import { MUG, openShop, pay, type Shop } from './shop.js';
import { till } from './till.js';

const CODE = 'FEW';
const FIVE_OFF = { kind: 'fixed', amount: 500 };
const WISH = { lines: [MUG], codes: [CODE] };

/** Creates or replaces the code. It can be used `max_uses` times, or without limit if that is omitted. */
function limit(merchant: Merchant, max_uses?: number): Promise<void> {
  return merchant.putDiscount(CODE, { ...FIVE_OFF, ...(max_uses !== undefined && { max_uses }) });
}

/** Applies the code to the buyer's cart. Returns the response in short form, such as `400 discount_code_expired`. */
async function enter(by: Shopper): Promise<string> {
  const checkout_id: string = (await by.ok('get_cart', {})).data.id;
  await by.ok('add_line_items', { checkout_id, line_items: [{ item: { id: MUG }, quantity: 1 }] });
  return inShort(await by.send('apply_discount', { checkout_id, code: CODE }));
}

interface Open {
  readonly paying: ReturnType<typeof complete>;
  readonly payment: Authorization;
}

/** Starts a payment that remains open until `end`. */
async function begin(cart: Purchase, { handler }: Shop<ReturnType<typeof scriptedHandler>>): Promise<Open> {
  const paying = complete(cart);
  return { paying, payment: await handler.next() };
}

async function end({ paying, payment }: Open, outcome: typeof PAID): Promise<string> {
  payment.answer(outcome);
  return inShort(await paying);
}

export function beyondItsLimit(): void {
  test('is prevented when buyers pay one after the other', async () => {
    const { merchant, buyer, handler } = await openShop(till());
    await limit(merchant, 1);
    const first = await ready(buyer('a'), WISH);
    const second = await ready(buyer('b'), WISH);
    expect([await pay(first), await pay(second)]).toEqual(['200 completed', '409 total_changed']);
    expect(await enter(buyer('c'))).toBe('400 discount_code_expired');
    expect([await merchant.usesLeft(CODE), handler.charged]).toEqual([0, [first.total]]);
  });

  test('is prevented after failed payments returned the use of the code', async () => {
    const { merchant, buyer, handler } = await openShop(till());
    await limit(merchant, 1);
    handler.declines = 2;
    const carts = await Promise.all(['a', 'b'].map((name) => ready(buyer(name), WISH)));
    const [first, second] = carts;
    if (!first || !second) throw new Error('no carts');
    expect([await pay(first), await pay(first)]).toEqual(['402 payment_failed', '402 payment_failed']);
    expect(await merchant.usesLeft(CODE)).toBe(1);
    expect([await pay(second), await pay(first)]).toEqual(['200 completed', '409 total_changed']);
    expect(await merchant.usesLeft(CODE)).toBe(0);
  });

  test('is prevented when the code is recreated during a payment with the old code that fails', async () => {
    const shop = await openShop(scriptedHandler());
    const { merchant, buyer } = shop;
    await limit(merchant, 1);
    const open = await begin(await ready(buyer('old'), WISH), shop);
    await merchant.deleteDiscount(CODE);
    await limit(merchant, 1);
    const [first, second] = [await ready(buyer('a'), WISH), await ready(buyer('b'), WISH)];
    expect(await end(open, DECLINED)).toBe('402 payment_failed');
    expect(await merchant.usesLeft(CODE)).toBe(1);
    expect(await end(await begin(first, shop), PAID)).toBe('200 completed');
    expect(await merchant.usesLeft(CODE)).toBe(0);
    expect(await pay(second)).toBe('409 total_changed');
  });

  test('is prevented when the limit was lowered below the number of open payments and one of them failed', async () => {
    const shop = await openShop(scriptedHandler());
    const { merchant, buyer } = shop;
    await limit(merchant, 3);
    const late = await ready(buyer('late'), WISH);
    const open = await begin(await ready(buyer('a'), WISH), shop);
    const failing = await begin(await ready(buyer('b'), WISH), shop);
    await limit(merchant, 1);
    expect(await end(failing, DECLINED)).toBe('402 payment_failed');
    expect(await end(open, PAID)).toBe('200 completed');
    expect(await merchant.usesLeft(CODE)).toBe(0);
    expect(await pay(late)).toBe('409 total_changed');
  });

  test('is prevented when the limit was removed and set again during a payment that failed', async () => {
    const shop = await openShop(scriptedHandler());
    const { merchant, buyer } = shop;
    await limit(merchant, 1);
    const open = await begin(await ready(buyer('a'), WISH), shop);
    await limit(merchant);
    await limit(merchant, 1);
    expect(await end(open, DECLINED)).toBe('402 payment_failed');
    expect(await merchant.usesLeft(CODE)).toBe(1);
  });

  test('is prevented for a once-per-buyer code with another spelling of the email address and after a failed payment', async () => {
    const { merchant, buyer, handler } = await openShop(till());
    await merchant.putDiscount(CODE, { ...FIVE_OFF, once_per_buyer: true });
    handler.declines = 1;
    const first = await ready(buyer('a'), { ...WISH, email: 'ann@example.com' });
    const second = await ready(buyer('b'), { ...WISH, email: 'ANN@Example.com' });
    expect([await pay(first), await pay(first)]).toEqual(['402 payment_failed', '200 completed']);
    expect(await pay(second)).toBe('409 total_changed');
    expect(handler.charged).toEqual([first.total]);
  });
}
