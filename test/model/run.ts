import { type Shopper, shopper } from '../actors/shopper.js';
import type { TestPortal } from '../support/portal.js';
import type { stillClock } from '../support/still-clock.js';
import { call } from './calls.js';
import { compareCheckout, compareCounters, compareCurrent, compareMethods, compareOrders } from './comparing.js';
import { compare, Difference } from './difference.js';
import { Model, termsOf } from './model.js';
import {
  BUYERS,
  type BuyerName,
  type CartOperation,
  isOnCart,
  type Operation,
  type ShopOperation,
} from './operations.js';
import { openShop, type RealShop } from './real-shop.js';
import { settingsNamed } from './settings.js';
import { type Checkout, onShelf } from './state.js';

/** State of a sequence that runs on the model and on a separate shop of the server. */
export interface Run {
  readonly clock: ReturnType<typeof stillClock>;
  readonly real: RealShop;
  readonly model: Model;
  readonly shoppers: Readonly<Record<BuyerName, Shopper>>;
  /** Server ids of the model's checkouts, and of lines without an id from the caller. */
  readonly ids: Map<Checkout, string>;
  readonly lines: Map<string, string>;
}

/** @throws Error with the first difference between server and model */
export async function run(
  portal: TestPortal,
  clock: ReturnType<typeof stillClock>,
  operations: readonly Operation[],
): Promise<void> {
  const real = await openShop(portal, clock.now());
  const { key } = real;
  const shoppers = { ada: shopper(portal, { key, buyer: 'ada' }), bob: shopper(portal, { key, buyer: 'bob' }) };
  const model = new Model(clock.now());
  const both: Run = { clock, real, model, shoppers, ids: new Map(), lines: new Map() };
  for (const [index, operation] of operations.entries()) {
    try {
      await step(both, operation);
      await compareCurrent(both);
    } catch (error) {
      throw new Difference(`after step ${index + 1}: ${error instanceof Error ? error.message : error}`);
    }
  }
  await compareCounters(both);
  await compareOrders(both);
}

async function step(both: Run, operation: Operation): Promise<void> {
  await pass(both, both.model.timeOf(operation));
  if (operation.do !== 'wait') await (isOnCart(operation) ? shop(both, operation) : arrange(both, operation));
}

/** Advances time and reads each cart whose payment has been open too long, so that the server voids it, too. */
async function pass({ clock, model, shoppers, ids }: Run, milliseconds: number): Promise<void> {
  clock.advance(milliseconds);
  const settled = model.pass(milliseconds);
  for (const by of BUYERS) {
    for (const checkout of settled.filter((one) => model.checkouts[by].includes(one)))
      await shoppers[by].ok('get_checkout', { checkout_id: ids.get(checkout) });
  }
}

async function shop(both: Run, operation: CartOperation): Promise<void> {
  const { model, shoppers } = both;
  const by = shoppers[operation.by];
  const checkout = model.target(operation);
  const checkout_id = await idOf(both, operation, checkout);
  if (model.isIdle(operation, checkout)) return;
  const expected_total = model.expectedTotal(operation, checkout);
  const idOfLine = (line: string) => both.lines.get(line) ?? line;
  const outcome = await call(by, operation, { checkout_id, checkout, expected_total, idOf: idOfLine });
  const refused = model.act(operation, checkout, expected_total);
  compare('the refusal', refused, outcome.error);
  if (outcome.methods) compareMethods(both, checkout, outcome.methods);
  if (outcome.checkout) compareCheckout(both, checkout, outcome.checkout);
}

/** Returns the server's id of a checkout. If the checkout is new in the model, it must be new on the server, too. */
async function idOf({ ids, shoppers }: Run, { by }: CartOperation, checkout: Checkout): Promise<string> {
  const known = ids.get(checkout);
  if (known !== undefined) return known;
  const { data } = await shoppers[by].ok('get_cart', {});
  compare('the current cart is a known one', false, [...ids.values()].includes(data.id));
  ids.set(checkout, data.id);
  return data.id;
}

async function arrange({ real, model }: Run, operation: Exclude<ShopOperation, { do: 'wait' }>): Promise<void> {
  const refused = model.arrange(operation);
  if (operation.do === 'change goods') await real.putGoods(operation.item, onShelf(model.shop, operation.item).goods);
  else if (operation.do === 'stock') await real.setStock(operation.item, operation.units);
  else {
    const { status, json } =
      operation.do === 'put settings'
        ? await real.putSettings(settingsNamed(operation.settings))
        : operation.do === 'put discount'
          ? await real.putDiscount(operation.code, termsOf(operation))
          : await real.merchant('DELETE', `/discounts/${operation.code}`);
    compare('the refusal', refused, status === 200 ? undefined : json.error);
  }
}
