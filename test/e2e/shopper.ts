import { type Answered, request } from '../support/portal.js';

export const INVOICE = { instruments: [{ id: '1', handler_id: 'invoice' }] };
const CHECKOUTS = '/api/commerce/checkouts';

/** Where a portal is, and the key that opens it. */
export interface Door {
  readonly url: string;
  readonly key: string;
}

/** A buyer of the demo shop who uses the HTTP API. */
export class Shopper {
  readonly buyer: string;
  private readonly door: () => Door;

  /** The door is asked for at every call: it moves when a server is started again. */
  constructor(buyer: string, door: Door | (() => Door)) {
    this.buyer = buyer;
    this.door = typeof door === 'function' ? door : () => door;
  }

  call(method: string, path: string, body?: unknown): Promise<Answered> {
    const { url, key } = this.door();
    return request(url, key, method, path, {
      headers: { 'x-buyer-id': this.buyer },
      ...(body !== undefined && { body }),
    });
  }

  /** @throws Error for anything but 200 */
  async done(method: string, path: string, body?: unknown): Promise<Answered['json']> {
    const { status, json, text } = await this.call(method, path, body);
    if (status !== 200) throw new Error(`${method} ${path}: ${status} ${text}`);
    return json.data;
  }

  async cart(): Promise<string> {
    return (await this.done('GET', `${CHECKOUTS}/current`)).id;
  }

  read(cart: string) {
    return this.done('GET', `${CHECKOUTS}/${cart}`);
  }

  add(cart: string, item: string, quantity = 1) {
    return this.done('POST', `${CHECKOUTS}/${cart}/line-items`, { line_items: [{ item: { id: item }, quantity }] });
  }

  setQuantity(cart: string, line: string, quantity: number) {
    return this.done('PATCH', `${CHECKOUTS}/${cart}/line-items/${line}`, { quantity });
  }

  /** A cart of one unit that needs nothing but its completion. */
  async readyCart(item: string, option: string): Promise<{ readonly id: string; readonly total: number }> {
    const id = await this.cart();
    await this.add(id, item);
    await this.done('POST', `${CHECKOUTS}/${id}/buyer`, { buyer: { email: 'buyer@example.com' } });
    await this.done('POST', `${CHECKOUTS}/${id}/fulfillment`, { selected_option_id: option });
    const { status, totals, messages } = await this.read(id);
    if (status !== 'ready_for_complete') throw new Error(`the cart is ${status}: ${JSON.stringify(messages)}`);
    return { id, total: totals.at(-1).amount };
  }

  complete({ id, total }: { readonly id: string; readonly total: number }): Promise<Answered> {
    return this.call('POST', `${CHECKOUTS}/${id}/complete`, { expected_total: total, payment: INVOICE });
  }
}

export function shoppers(count: number, door: Door | (() => Door), name = 'b'): Shopper[] {
  return Array.from({ length: count }, (_, index) => new Shopper(`${name}${index}`, door));
}
