import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Decision, Rows } from '../../src/ports.js';
import { placeOrder, readyCart, type Shopper, shopper } from '../actors/shopper.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { anotherKey } from '../support/tenants.js';
import { WrappedStore } from '../support/wrapped-store.js';
import { type ListeningShop, listeningShop } from '../ucp/listening-shop.js';

/** Records the reads of each decision. Events must cause no extra reads if nobody receives them. */

class NotingStore extends WrappedStore {
  /** Reads of each decision. A decision may run more than once; only its last run counts. */
  decisions: string[][] = [];

  override update<R>(decide: (rows: Rows) => Decision<R>): Promise<R> {
    const reads: string[] = [];
    this.decisions.push(reads);
    return super.update((rows) => {
      reads.length = 0;
      return decide(noted(rows, reads));
    });
  }
}

/** Wraps rows to record the name and table of each read. */
function noted(rows: Rows, reads: string[]): Rows {
  return new Proxy(rows, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) => {
        if (name !== 'expect') reads.push(`${String(name)} ${args[0]}`);
        return Reflect.apply(value, target, args);
      };
    },
  });
}

/** A portal whose reads are recorded, and one of its buyers. */
interface Noted {
  readonly portal: TestPortal;
  readonly buyer: Shopper;
  /** Returns the reads of a call's decisions, in order. */
  reads(operation: string, args: Readonly<Record<string, unknown>>): Promise<readonly string[]>;
}

async function notedOn(portal: TestPortal, store: () => NotingStore | undefined): Promise<Noted> {
  const { key } = await anotherKey(portal, 'deployment', { scopes: ['commerce', 'fulfillment'] });
  const buyer = shopper(portal, { key });
  return {
    portal,
    buyer,
    async reads(operation, args) {
      const noting = store();
      if (noting) noting.decisions = [];
      await buyer.ok(operation, args);
      return noting?.decisions.flat() ?? [];
    },
  };
}

let shop: ListeningShop;
let listening: Noted;
let silent: Noted;
beforeAll(async () => {
  const stores: NotingStore[] = [];
  const engine = (opened: ConstructorParameters<typeof NotingStore>[0]) => {
    const store = new NotingStore(opened);
    stores.push(store);
    return store;
  };
  shop = await listeningShop('2026-08-25', { engine, poster: undefined });
  listening = await notedOn(shop.portal, () => stores[0]);
  silent = await notedOn(await startPortal({ engine }), () => stores[1]);
  await shop.bought();
});
afterAll(async () => {
  await silent.portal.close();
  await shop.close();
});

test('makes no extra reads for a cart change, even if platforms receive events', async () => {
  const patched = async ({ buyer, reads }: Noted) => {
    const { id: checkout_id } = await readyCart(buyer);
    return reads('update_line_item', { checkout_id, line_item_id: 'mug', quantity: 3 });
  };
  const before = await patched(silent);
  expect(before).toContain('get checkout');
  expect(before).not.toContain('many organization');
  expect(await patched(listening)).toEqual(before);
});

test('makes extra reads for an order change only if a platform receives its event', async () => {
  const held = async ({ reads }: Noted, order_id: string) => reads('hold_order', { order_id, reason: 'Checked' });
  const ordered = async ({ buyer }: Noted) => placeOrder(buyer, await readyCart(buyer));
  const before = await held(silent, await ordered(silent));
  // The organization's row names the receivers, and the order shows that no platform is one.
  expect(before.at(-1)).toBe('many organization');
  expect(await held(listening, await ordered(listening))).toEqual(before);
  const told = await held(listening, (await shop.bought()).id);
  expect(told.slice(0, before.length)).toEqual(before);
  expect(told.slice(before.length)).toEqual(['get deployment', 'get shop', 'many delivery_lane']);
});
