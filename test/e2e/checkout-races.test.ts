import { afterEach, describe, expect, test } from 'vitest';
import { CART_LIFETIME } from '../../src/domain/checkout/checkout.js';
import { sweep } from '../../src/maintenance/sweep.js';
import { CHANGING, PRICE_CHANGES, TENTH } from '../actors/merchant.js';
import { complete, inShort, orderOf, type Purchase, ready, shownAgain, type Wish } from '../actors/purchase.js';
import { totalOf } from '../actors/shopper.js';
import { stillClock } from '../support/still-clock.js';
import { turns } from '../support/turns.js';
import { volume } from '../support/volume.js';
import { atOnce, CLASHES, inOrder, inReverse, outcomeOf } from './checkout-races/clashes.js';
import { CANCEL_ENDS, EXPIRY_ENDS, expectOneOf } from './checkout-races/ends.js';
import { allowEngraving, cartFor, LAST_UNIT, WAYS } from './checkout-races/last-unit.js';
import { RaceScene } from './checkout-races/scene.js';

const ROUNDS = Array.from({ length: volume(5, 50) }, (_, index) => index + 1);
/** A counted demo item, and its initial units. */
const JARS = 'jam-jars';
const JARS_IN_STOCK = 240;
const FIVE_OFF = { kind: 'fixed', amount: 500 };
const JARS_WITH_CODE: Wish = { lines: [JARS], codes: ['CODE'] };

let scene: RaceScene;
afterEach(() => scene.close());

/** Opens the demo shop, whose jars are counted, and gives it a `CODE` with more uses than a test needs. */
async function openWithCode(options?: Parameters<typeof RaceScene.open>[0]): Promise<void> {
  scene = await RaceScene.open(options);
  scene.start.stock[JARS] = JARS_IN_STOCK;
  scene.start.uses.CODE = 1_000;
  await scene.merchant.putDiscount('CODE', { ...FIVE_OFF, max_uses: 1_000 });
}

/** Returns a call that completes the checkout and returns the outcome. */
const pay = (cart: Purchase) => async () => ({ cart, paid: inShort(await complete(cart)) });

/** Expects one success, and the same error for all others. Returns the index of the success. */
function onlyWinner(paid: readonly string[], refusal: string): number {
  expect(paid.toSorted()).toEqual(['200 completed', ...paid.slice(1).map(() => refusal)]);
  return paid.indexOf('200 completed');
}

async function expectOrder(cart: Purchase): Promise<void> {
  expect(totalOf(await orderOf(cart))).toBe(cart.total);
}

/** After a total_changed error, buys the cart at its current total. */
async function buyAgain(cart: Purchase, paid: string): Promise<void> {
  expect(paid).toBe('409 total_changed');
  const again = await shownAgain(cart);
  expect(again.total).not.toBe(cart.total);
  expect(inShort(await complete(again))).toBe('200 completed');
  await expectOrder(again);
}

describe(`${ROUNDS.length} rounds of concurrent calls over HTTP`, () => {
  test("gives a discount's last use to one of 20 buyers, and shows the others a changed total", async () => {
    await openWithCode();
    const { merchant, start } = scene;
    const carts = new Map<number, Purchase>();
    for (const round of ROUNDS) {
      // Earlier rounds have consumed uses, so each round allows one more.
      await merchant.putDiscount('CODE', { ...FIVE_OFF, max_uses: round });
      start.uses.CODE = round;
      expect(await merchant.usesLeft('CODE')).toBe(1);
      const waiting = await scene.each(20, 'b', async (by, index) => carts.get(index) ?? ready(by, JARS_WITH_CODE));
      waiting.forEach((cart, index) => void carts.set(index, cart));
      const ends = await scene.atOnce(waiting.map(pay));
      const winner = onlyWinner(
        ends.map(({ paid }) => paid),
        '409 total_changed',
      );
      carts.delete(winner);
      expect(await merchant.usesLeft('CODE')).toBe(0);
    }
    expect(await merchant.unitsLeft(JARS)).toBe(JARS_IN_STOCK - ROUNDS.length);
  });

  test('sells the last unit to exactly one of the competing carts, some of which have it on two lines', async () => {
    scene = await RaceScene.open();
    await allowEngraving(scene.portal);
    const carts = new Map<number, Purchase>();
    for (const round of ROUNDS) {
      await scene.merchant.setUnits(LAST_UNIT, 1);
      scene.start.stock[LAST_UNIT] = round;
      const tries = await Promise.all(
        WAYS.map(async (way, index) => ({
          way,
          cart: carts.get(index) ?? (await cartFor(scene.buyer(`b${index}`), way)),
        })),
      );
      const paid = await scene.atOnce(
        tries.map(
          ({ way, cart }) =>
            async () =>
              inShort(await way.go(cart)),
        ),
      );
      const winner = onlyWinner(paid, '409 out_of_stock');
      expect(WAYS[winner]).toMatchObject({ canWin: true });
      for (const [index, { way, cart }] of tries.entries()) {
        if (way.changes) await cart.by.send('cancel_checkout', { checkout_id: cart.checkout_id });
        if (way.changes || index === winner) carts.delete(index);
        else carts.set(index, cart);
      }
    }
  });

  test('places an order of exactly the sent total during a price change, or returns total_changed', async () => {
    scene = await RaceScene.open();
    const { merchant } = scene;
    for (const round of ROUNDS) {
      const change = PRICE_CHANGES[round % PRICE_CHANGES.length];
      await merchant.putDiscount(CHANGING.code, TENTH);
      const wish = { lines: [CHANGING.item], codes: [CHANGING.code], option: CHANGING.option };
      const carts = await scene.each(4, `r${round}`, (by) => ready(by, wish));
      const ends = await scene.atOnce(carts.map(pay), async () => {
        await turns((round * 7) % 30);
        await change?.make(merchant, round);
      });
      await Promise.all(
        ends.map(({ cart, paid }) => (paid === '200 completed' ? expectOrder(cart) : buyAgain(cart, paid))),
      );
    }
  });

  test('handles concurrent set_destination and select_fulfillment calls as if one followed the other', async () => {
    await openWithCode();
    const serial = await Promise.all(
      CLASHES.map(async (clash, index) => [
        await outcomeOf(scene.buyer(`in-order-${index}`), clash, inOrder),
        await outcomeOf(scene.buyer(`in-reverse-${index}`), clash, inReverse),
      ]),
    );
    for (const [one, other] of serial) expect(one).not.toEqual(other);
    for (const round of ROUNDS) {
      const outcomes = await scene.atOnce(
        CLASHES.map((clash, index) => () => outcomeOf(scene.buyer(`r${round}-${index}`), clash, atOnce)),
      );
      outcomes.forEach((outcome, index) => void expect(serial[index]).toContainEqual(outcome));
    }
  });

  test('places an order or releases everything that was held when cancel and complete race', async () => {
    await openWithCode({ declineEvery: 5 });
    for (const round of ROUNDS) {
      const carts = await scene.each(4, `r${round}`, (by) => ready(by, JARS_WITH_CODE));
      const cancel = async ({ by, checkout_id }: Purchase) =>
        inShort(await by.send('cancel_checkout', { checkout_id }));
      const both = (cart: Purchase, index: number) => async () => {
        // One of the two, usually the completion, gets a head start of varying length.
        const start = (round * 5 + index * 11) % 40;
        const [end, other] = await Promise.all([
          turns(index === 0 ? start : 0).then(pay(cart)),
          turns(index === 0 ? 0 : start).then(() => cancel(cart)),
        ]);
        return { ...end, other };
      };
      const ends = await scene.atOnce(carts.map(both));
      await Promise.all(ends.map((end) => expectOneOf(CANCEL_ENDS, end)));
    }
  });

  test('places an order or releases everything that was held when expiry and complete race', async () => {
    const clock = stillClock();
    await openWithCode({ clock, declineEvery: 5 });
    for (const round of ROUNDS) {
      const carts = await scene.each(4, `r${round}`, (by) => ready(by, JARS_WITH_CODE));
      const look = ({ by, checkout_id }: Purchase) => by.ok('get_checkout', { checkout_id });
      const ends = await scene.atOnce(carts.map(pay), async () => {
        await turns((round * 5) % 40);
        clock.advance(CART_LIFETIME);
        await Promise.all([sweep(scene.portal.app.portal), ...carts.slice(2).map(look)]);
      });
      await sweep(scene.portal.app.portal);
      await Promise.all(ends.map((end) => expectOneOf(EXPIRY_ENDS, end)));
    }
  });

  test('lets only one of two concurrent carts with the same email address use a once-per-buyer code', async () => {
    await openWithCode();
    await scene.merchant.putDiscount('ONCE', { ...FIVE_OFF, once_per_buyer: true });
    for (const round of ROUNDS) {
      const address = (index: number) => (index % 2 === 0 ? `ann@r${round}.example` : `Ann@R${round}.Example`);
      const carts = await scene.each(2, `r${round}`, (by, index) =>
        ready(by, { lines: [JARS], codes: ['ONCE'], email: address(index) }),
      );
      const ends = await scene.atOnce(carts.map(pay));
      const winner = onlyWinner(
        ends.map(({ paid }) => paid),
        '409 total_changed',
      );
      const [loser] = carts.filter((_, index) => index !== winner);
      if (!loser) throw new Error('nobody lost');
      await buyAgain(loser, '409 total_changed');
    }
  });
});
