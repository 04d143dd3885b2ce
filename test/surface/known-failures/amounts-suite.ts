import { expect, test } from 'vitest';
import { CHANGING, type Merchant, PRICE_CHANGES, TENTH } from '../../actors/merchant.js';
import { complete, inShort, orderOf, type Purchase, ready, shownAgain } from '../../actors/purchase.js';
import { type Shopper, totalOf } from '../../actors/shopper.js';
import { PAID } from '../../support/controlled-handler.js';
import { scriptedHandler } from '../../support/scripted-handler.js';
import { FRACTIONS, fractionsIn, ITEM } from './fractions.js';
import { openShop, pay } from './shop.js';
import { till } from './till.js';

interface Entry {
  readonly type: string;
  readonly amount: number;
}

/** Pairs each case with its name, for the title of its test. */
const named = <Row extends { readonly name: string }>(rows: readonly Row[]) =>
  rows.map((row): [string, Row] => [row.name, row]);

const amounts = ({ totals }: { readonly totals: readonly Entry[] }) => totals.map(({ type, amount }) => [type, amount]);

async function shownNow({ by, checkout_id }: Purchase) {
  return amounts((await by.ok('get_checkout', { checkout_id })).data);
}

/** Fills a cart whose total each of the changes affects. */
async function cartToChange(merchant: Merchant, by: Shopper): Promise<Purchase> {
  await merchant.putDiscount(CHANGING.code, TENTH);
  return ready(by, { lines: [CHANGING.item], codes: [CHANGING.code], option: CHANGING.option });
}

export function fractionsOfCents(): void {
  test.each(named(FRACTIONS))(
    'is prevented for %s',
    async (_name, { price, lines = 1, discounts = {}, tax_ppm, tax_included, totals }) => {
      const { merchant, buyer, orders } = await openShop(till());
      await merchant.setPrice(ITEM, price);
      const rates = tax_ppm === undefined ? [] : [{ country: 'US', rate_ppm: tax_ppm }];
      await merchant.changeSettings(() => ({ tax: { included: tax_included ?? false, on_shipping: false, rates } }));
      for (const [code, terms] of Object.entries(discounts)) await merchant.putDiscount(code, terms);
      const wanted = Array.from({ length: lines }, (_, index) => ({
        id: `l${index}`,
        item: { id: ITEM },
        quantity: 1,
      }));
      const cart = await ready(buyer('a'), { lines: wanted, codes: Object.keys(discounts) });
      const { checkout_id, by } = cart;
      expect(await shownNow(cart)).toEqual(Object.entries(totals));
      const shown = [
        await by.ok('get_checkout', { checkout_id }),
        await by.ok('list_fulfillment_methods', { checkout_id }),
      ];
      expect(await pay(cart)).toBe('200 completed');
      const order = await orderOf(cart);
      expect(amounts(order)).toEqual(Object.entries(totals));
      expect(fractionsIn([shown, order, await orders()])).toEqual([]);
    },
  );
}

export function chargedMore(): void {
  test.each(named(PRICE_CHANGES))('is prevented after a change of %s', async (_name, { make }) => {
    const { merchant, buyer, handler, orders } = await openShop(till());
    const cart = await cartToChange(merchant, buyer('a'));
    await make(merchant, 0);
    const refused = await complete(cart);
    expect([inShort(refused), handler.charged, await orders()]).toEqual(['409 total_changed', [], []]);
    const again = await shownAgain(cart);
    expect(again.total).not.toBe(cart.total);
    expect(refused.json.detail).toContain(String(again.total));
    expect(await pay(again)).toBe('200 completed');
    expect([handler.charged, totalOf(await orderOf(again))]).toEqual([[again.total], again.total]);
  });

  test('is prevented after another buyer took the last use of the discount', async () => {
    const { merchant, buyer, handler } = await openShop(till());
    await merchant.putDiscount(CHANGING.code, { ...TENTH, max_uses: 1 });
    const wish = { lines: [CHANGING.item], codes: [CHANGING.code] };
    const carts = [await ready(buyer('a'), wish), await ready(buyer('b'), wish)] as const;
    expect([await pay(carts[0]), await pay(carts[1])]).toEqual(['200 completed', '409 total_changed']);
    expect(handler.charged).toEqual([carts[0].total]);
  });

  test('is prevented when a lower or higher amount than the total is expected', async () => {
    const { merchant, buyer, handler } = await openShop(till());
    const cart = await cartToChange(merchant, buyer('a'));
    for (const total of [cart.total - 1, cart.total + 1, 0]) {
      expect(await pay({ ...cart, total })).toBe('409 total_changed');
    }
    expect(handler.charged).toEqual([]);
  });
}

const MORE_CHANGES: typeof PRICE_CHANGES = [
  { name: 'the status of the item', make: (merchant) => merchant.withdraw(CHANGING.item) },
  { name: 'the pickup locations', make: (merchant) => merchant.changeSettings(() => ({ pickup: [] })) },
  { name: 'the payment handlers', make: (merchant) => merchant.changeSettings(() => ({ payment_handlers: [] })) },
  {
    name: 'everything at once',
    async make(merchant) {
      for (const { make } of [...PRICE_CHANGES, ...MORE_CHANGES.slice(0, 3)]) await make(merchant, 0);
    },
  },
];

export function movedAfterwards(): void {
  test.each(named([...PRICE_CHANGES, ...MORE_CHANGES]))('is prevented for a change of %s', async (_name, { make }) => {
    const { merchant, buyer, handler } = await openShop(scriptedHandler());
    const cart = await cartToChange(merchant, buyer('a'));
    const shown = await shownNow(cart);
    const paying = complete(cart);
    const payment = await handler.next();
    await make(merchant, 0);
    expect(await shownNow(cart)).toEqual(shown);
    payment.answer(PAID);
    expect(inShort(await paying)).toBe('200 completed');
    expect([await shownNow(cart), amounts(await orderOf(cart))]).toEqual([shown, shown]);
    expect(payment.attempt.amount).toBe(cart.total);
  });
}
