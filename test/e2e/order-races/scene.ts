import { expect } from 'vitest';
import { systemClock } from '../../../src/system.js';
import { historyOf, type RegistryCaller, registryCaller, versionOf } from '../../actors/registry-caller.js';
import { CARD, totalOf } from '../../actors/shopper.js';
import { type Answered, startPortal, type TestPortal } from '../../support/portal.js';
import { anotherKey } from '../../support/tenants.js';

type Json = Answered['json'];

const ITEM = 'preserving-ebook';

/** A shop with two merchant programs, each with its own key and its own portal on the same file. */
export class OrderScene {
  private readonly portals: readonly [TestPortal, TestPortal];
  private readonly keys: readonly { readonly key: string; readonly id: string }[];

  private constructor(portals: readonly [TestPortal, TestPortal], keys: OrderScene['keys']) {
    this.portals = portals;
    this.keys = keys;
  }

  static async open(): Promise<OrderScene> {
    const clock = strictClock();
    const portal = await startPortal({ clock });
    const other = await startPortal({ clock, database: portal.database });
    const make = () => anotherKey(portal, 'deployment', { scopes: ['commerce', 'fulfillment'] });
    return new OrderScene([portal, other], [await make(), await make()]);
  }

  async close(): Promise<void> {
    const [portal, other] = this.portals;
    await other.close();
    await portal.close();
  }

  /** Returns both racers, at the same portal in every second round, at different portals otherwise. */
  racers(round: number): Racer[] {
    return this.keys.map(({ key, id }, index) => {
      const portal = round % 2 === 0 || index === 0 ? this.portals[0] : this.portals[1];
      return { actor: id, by: registryCaller(() => portal.url, key, 'ada') };
    });
  }

  /** Places an order of two units in line `book`, paid by card. */
  async order({ by }: Racer): Promise<{ readonly id: string; readonly total: number }> {
    const { id: checkout_id } = await by.ok('get_cart', {});
    await by.ok('add_line_items', { checkout_id, line_items: [{ id: 'book', item: { id: ITEM }, quantity: 2 }] });
    await by.ok('set_buyer', { checkout_id, buyer: { email: 'ada@example.com' } });
    await by.ok('select_fulfillment', { checkout_id, selected_option_id: 'digital' });
    const expected_total = totalOf(await by.ok('get_checkout', { checkout_id }));
    const payment = { instruments: [CARD] };
    const { order } = await by.ok('complete_checkout', { checkout_id, expected_total, payment });
    return { id: order.id, total: expected_total };
  }
}

/** Clock that never returns the same time twice, since changes in one millisecond could hide a wrong sequence. */
function strictClock() {
  let last = 0;
  return {
    ...systemClock,
    now() {
      last = Math.max(last + 1, systemClock.now());
      return last;
    },
  };
}

export interface Racer {
  /** Actor in the order's history. */
  readonly actor: string;
  readonly by: RegistryCaller;
}

/** A call of a race, and the history actions that it adds in sequence if it succeeds. */
export interface Move {
  readonly call: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly tells: readonly string[];
}

/** Result of one round. */
export interface Finish {
  /** For each racer: 200 or the error code. */
  readonly answers: readonly (number | string)[];
  readonly order: Json;
}

/**
 * Lets both racers call concurrently. Checks that the history contains one entry per write, in version order, and that
 * each response's version is that of the caller's last entry.
 */
export async function race(racers: readonly Racer[], order_id: string, moves: readonly Move[]): Promise<Finish> {
  const [watcher] = racers;
  if (!watcher) throw new Error('nobody races');
  const before = await historyOf(watcher.by, order_id);
  // The first call also looks up an idempotency key, so that the two calls overlap at varying points.
  const headers = [{ 'idempotency-key': 'k' }, {}];
  const sent = moves.map(({ call, args }, index) =>
    racers[index]?.by.send(call, { order_id, ...args }, headers[index] ?? {}),
  );
  const answers = (await Promise.all(sent)).flatMap((answer) => answer ?? []);
  const read = await watcher.by.send('get_order', { order_id });
  const history = await historyOf(watcher.by, order_id);
  expect(history).toHaveLength(versionOf(read));
  expect(history.slice(0, before.length)).toEqual(before);
  const told = moves.map(({ tells }, index) => (answers[index]?.status === 200 ? tells : []));
  expect(history).toHaveLength(before.length + told.flat().length);
  for (const [index, { actor }] of racers.entries()) {
    const own = history.slice(before.length).filter((entry) => entry.actor === actor);
    expect(own.map(({ action }) => action)).toEqual(told[index]);
    const answer = answers[index];
    if (answer?.status === 200) expect(history[versionOf(answer) - 1]).toEqual(own.at(-1));
  }
  return { answers: answers.map(({ status, json }) => json.error ?? status), order: read.json.data };
}
