import { expect } from 'vitest';
import { cartOf, complete, ready } from '../actors/purchase.js';
import { type Door, type Shopper, shopperAt } from '../actors/shopper.js';
import { newSigner, receiptFor } from '../actors/signer.js';
import type { Answered } from '../support/portal.js';
import { ADA } from './secrets.js';

type Headers = Readonly<Record<string, string>>;

/** A prepared write by a buyer or a merchant, which can be sent through any portal. */
export interface CutCall {
  /** Unique; begins with the kind of the call. */
  readonly name: string;
  send(through: number, headers: Headers): Promise<Answered>;
  /** Number of times that the call took effect. */
  effects(): Promise<number>;
}

/** Access to each portal by its number, with the key of the shop's deployment or of its owner. */
export interface Doors {
  shopOnce(index: number): Door;
  ownerOnce(index: number): Door;
}

/** Prepares a call of one kind with a unique `name`. Portal 1 is never cut. */
type Kind = (doors: Doors, name: string) => Promise<CutCall>;

const SAFE = 1;

export const KINDS: Readonly<Record<string, Kind>> = {
  async line(doors, name) {
    const by = (index: number) => shopperAt(doors.shopOnce(index), name);
    const checkout_id = await cartOf(by(SAFE));
    const line_items = [{ item: { id: 'sea-salt' }, quantity: 1 }];
    return {
      name,
      send: (through, headers) => by(through).send('add_line_items', { checkout_id, line_items }, headers),
      async effects() {
        const { data } = await by(SAFE).ok('get_checkout', { checkout_id });
        return data.line_items[0]?.quantity ?? 0;
      },
    };
  },
  async order(doors, name) {
    const by = (index: number) => shopperAt(doors.shopOnce(index), name);
    const cart = await ready(by(SAFE), { lines: ['preserving-ebook'], option: 'digital', email: ADA.email });
    return {
      name,
      send: (through, headers) => complete({ ...cart, by: by(through) }, headers),
      effects: () => countOf(by(SAFE), 'list_orders', () => true),
    };
  },
  async consumer(doors, name) {
    const by = (index: number) => shopperAt(doors.ownerOnce(index));
    return {
      name,
      send: (through, headers) => by(through).send('create_consumer', { name }, headers),
      effects: () => countOf(by(SAFE), 'list_consumers', (one) => one.name === name),
    };
  },
  async receipt(doors, name) {
    const by = (index: number) => shopperAt(doors.ownerOnce(index));
    const signer = newSigner();
    const { id: agent_id } = (await by(SAFE).ok('create_agent', { name })).data;
    const { id: consumer_id } = (await by(SAFE).ok('create_consumer', { name: `for ${name}` })).data;
    await by(SAFE).ok('register_signing_key', { public_key: signer.public_key, agent_id });
    const submission = { ...signer.submission(receiptFor({ agent_id, consumer_id }, Date.now())) };
    return {
      name,
      send: (through, headers) => by(through).send('submit_receipt', submission, headers),
      effects: () => countOf(by(SAFE), 'list_receipts', (one) => one.receipt.agent_id === agent_id),
    };
  },
};

async function countOf(by: Shopper, list: string, isIt: (one: Answered['json']) => boolean): Promise<number> {
  let count = 0;
  let cursor: string | undefined;
  do {
    const page = await by.ok(list, { limit: 100, ...(cursor !== undefined && { cursor }) });
    expect(page.data).toBeInstanceOf(Array);
    count += page.data.filter(isIt).length;
    cursor = page.pagination?.cursor;
  } while (cursor !== undefined);
  return count;
}
