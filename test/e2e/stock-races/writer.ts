import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { RegistryCaller } from '../../actors/registry-caller.js';
import { CARD, type Shopper, totalOf } from '../../actors/shopper.js';
import type { Answered } from '../../support/portal.js';
import { portal } from '../../support/spawn.js';
import { ITEMS, type Orders } from './orders.js';

type Args = Readonly<Record<string, unknown>>;

/** The database that the writers share, and access to both processes that serve it. */
export interface Place {
  /** Environment with which a program uses the same database. */
  readonly env: Readonly<Record<string, string>>;
  readonly folder: string;
  readonly shop_id: string;
  /** Callers with the merchant's key, one per process. */
  readonly owners: readonly [Shopper, Shopper];
}

/** Returns a deterministic pseudorandom generator. */
function numbers(seed: number): (below: number) => number {
  let state = seed * 2_654_435_761 + 1;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Buys items, changes the orders of all writers, and moves, counts and imports the stock of items. */
export class Writer {
  private readonly next: (below: number) => number;
  private readonly index: number;
  private readonly place: Place;
  private readonly buyer: Shopper;
  /** The same buyer, for operations that `buyer` has no route for. */
  private readonly registry: RegistryCaller;
  private readonly own: string[] = [];
  /** Callers that may change every order, one per process. */
  private readonly dealers: readonly [Shopper, Shopper];
  private readonly orders: Orders;

  constructor(
    index: number,
    place: Place,
    {
      buyer,
      registry,
      dealers,
      orders,
    }: { buyer: Shopper; registry: RegistryCaller; dealers: readonly [Shopper, Shopper]; orders: Orders },
  ) {
    this.index = index;
    this.next = numbers(index + 1);
    this.place = place;
    this.buyer = buyer;
    this.registry = registry;
    this.dealers = dealers;
    this.orders = orders;
  }

  /** Runs a random action. Returns its name. */
  async turn(): Promise<string> {
    const [name, act] = ACTS[this.next(ACTS.length)] ?? ACTS[0];
    await act.call(this);
    return name;
  }

  get owner(): Shopper {
    return this.place.owners[this.index % 2 === 0 ? 0 : 1];
  }

  item(): string {
    return ITEMS[this.next(ITEMS.length)] ?? 'few';
  }

  /** Sends a call, sometimes twice at once through both processes. If both succeed, their responses must be equal. */
  private async change(operation: string, args: Args): Promise<Answered> {
    const headers = { 'idempotency-key': randomUUID() };
    const [one, other] = this.next(2) === 0 ? this.dealers : [...this.dealers].reverse();
    const again = this.next(3) === 0 ? [other] : [];
    const [first, second] = await Promise.all([one, ...again].map((by) => by?.send(operation, args, headers)));
    if (!first) throw new Error('nothing was sent');
    if (second?.status === 200 && first.status === 200) expect(second.text).toBe(first.text);
    expect([200, 400, 409]).toContain(first.status);
    return first.status === 200 ? first : (second ?? first);
  }

  async buy(): Promise<void> {
    const checkout_id = await this.emptyCart();
    const units = 1 + this.next(3);
    await this.buyer.ok('add_line_items', {
      checkout_id,
      line_items: [{ item: { id: this.item() }, quantity: units }],
    });
    await this.pay(checkout_id);
  }

  /** Repeats an earlier purchase of this buyer. */
  async reorder(): Promise<void> {
    const order_id = this.own[this.next(Math.max(1, this.own.length))];
    if (order_id === undefined) return;
    const checkout_id = await this.emptyCart();
    await this.registry.ok('reorder', { order_id });
    await this.pay(checkout_id);
  }

  private async emptyCart(): Promise<string> {
    const { data: cart } = await this.buyer.ok('get_cart', {});
    for (const { id } of cart.line_items)
      await this.buyer.ok('remove_line_item', { checkout_id: cart.id, line_item_id: id });
    return cart.id;
  }

  /** Completes the checkout, sometimes with a declined card, so that its reservation is released. */
  private async pay(checkout_id: string): Promise<void> {
    await this.buyer.ok('set_buyer', { checkout_id, buyer: { email: 'ada@example.com' } });
    const { data } = await this.buyer.ok('select_fulfillment', { checkout_id, selected_option_id: 'pickup-portland' });
    const token = this.next(5) === 0 ? 'tok_decline' : 'tok_approve';
    const payment = { instruments: [{ ...CARD, credential: { type: 'token', token } }] };
    const { status, json, text } = await this.buyer.send('complete_checkout', {
      checkout_id,
      expected_total: totalOf(data),
      payment,
    });
    if (status === 200) {
      this.own.push(json.data.order.id);
      this.orders.ids.push(json.data.order.id);
    } else if (json.error !== 'out_of_stock' && json.error !== 'payment_failed') throw new Error(text);
  }

  async cancel(): Promise<void> {
    const order_id = this.orders.any(this.next);
    if (order_id !== undefined) await this.change('cancel_order', { order_id });
  }

  /** Cancels a unit. If it does not go back on sale, it is counted here, since the order does not record that. */
  async cancelUnit(): Promise<void> {
    const order_id = this.orders.any(this.next);
    if (order_id === undefined) return;
    const restock = this.next(2) === 0;
    const line_items = await this.oneUnit(order_id);
    const { status } = await this.change('cancel_order', { order_id, line_items, restock });
    if (status === 200 && !restock) this.orders.keptOut(order_id, 1);
  }

  async refundUnit(): Promise<void> {
    const order_id = this.orders.any(this.next);
    if (order_id === undefined) return;
    await this.change('adjust_order', { order_id, type: 'refund', line_items: await this.oneUnit(order_id) });
  }

  async handOver(): Promise<void> {
    const order_id = this.orders.any(this.next);
    if (order_id === undefined) return;
    const line_items = await this.oneUnit(order_id);
    await this.change('record_fulfillment_event', { order_id, type: 'picked_up', line_items });
  }

  async takeBack(): Promise<void> {
    const order_id = this.orders.any(this.next);
    if (order_id === undefined) return;
    const restock = this.next(2) === 0;
    const line_items = await this.oneUnit(order_id);
    await this.change('record_fulfillment_event', { order_id, type: 'picked_up', line_items });
    const { status } = await this.change('adjust_order', { order_id, type: 'return', line_items, restock });
    if (status === 200 && restock) this.orders.putBack(order_id, 1);
  }

  private async oneUnit(order_id: string) {
    const { data } = await this.dealers[0].ok('get_order', { order_id });
    return [{ id: data.line_items[0].id, quantity: 1 }];
  }

  async move(): Promise<void> {
    const { shop_id } = this.place;
    const by = this.next(7) - 3 || 2;
    const answered = await this.owner.send('move_stock', { shop_id, item_id: this.item(), by, reason: 'Count' });
    expect([200, 409], answered.text).toContain(answered.status);
  }

  async count(): Promise<void> {
    const item_id = this.item();
    const { stock } = await this.read(item_id);
    const args = { shop_id: this.place.shop_id, item_id, to: this.next(6), expected: stock };
    const { status, json } = await this.owner.send('move_stock', args);
    expect([200, 'stock_moved']).toContain(status === 200 ? status : json.error);
  }

  async put(): Promise<void> {
    const item_id = this.item();
    const { id, created_at, updated_at, stock, ...item } = await this.read(item_id);
    const args = { ...item, shop_id: this.place.shop_id, item_id, stock: this.next(6), expected_stock: stock };
    const { status, json } = await this.owner.send('put_item', args);
    expect([200, 'stock_moved']).toContain(status === 200 ? status : json.error);
  }

  private async read(item_id: string): Promise<Answered['json']> {
    return (await this.owner.ok('get_shop_item', { shop_id: this.place.shop_id, item_id })).data;
  }

  async importOverHttp(): Promise<void> {
    const { shop_id } = this.place;
    await this.owner.ok('import_items', { shop_id, items: [{ id: this.item(), stock: this.next(6) }], stock: 'set' });
  }

  async importFile(): Promise<void> {
    const { folder, env, shop_id } = this.place;
    const file = join(folder, `items-${this.index}.csv`);
    writeFileSync(file, `id,stock\n${ITEMS.map((id) => `${id},${this.next(6)}`).join('\n')}\n`);
    // A separate process, since the import waits for the signed heads file, which this process's portal may have
    // locked.
    const { code, stderr } = await portal(['import', file, '--shop', shop_id, '--stock', 'set'], env);
    expect([code, stderr]).toEqual([0, '']);
  }
}

/** Actions of a writer; frequent actions are listed several times. */
const ACTS: readonly [
  readonly [string, (this: Writer) => Promise<void>],
  ...(readonly [string, (this: Writer) => Promise<void>])[],
] = [
  ['buy', Writer.prototype.buy],
  ['buy', Writer.prototype.buy],
  ['buy', Writer.prototype.buy],
  ['cancel', Writer.prototype.cancel],
  ['cancel a unit', Writer.prototype.cancelUnit],
  ['refund a unit', Writer.prototype.refundUnit],
  ['hand over', Writer.prototype.handOver],
  ['take back', Writer.prototype.takeBack],
  ['reorder', Writer.prototype.reorder],
  ['move', Writer.prototype.move],
  ['count', Writer.prototype.count],
  ['put', Writer.prototype.put],
  ['import over HTTP', Writer.prototype.importOverHttp],
  ['import a file', Writer.prototype.importFile],
];

export const ACT_NAMES: ReadonlySet<string> = new Set(ACTS.map(([name]) => name));
