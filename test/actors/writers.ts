import { expect } from 'vitest';
import { cartOf } from './purchase.js';
import { type Door, type Shopper, shopperAt } from './shopper.js';
import { newSigner, receiptFor } from './signer.js';

/** A cart line whose quantity only grows, with the last acknowledged and the last sent quantity. */
export interface LineWriter {
  readonly by: Shopper;
  readonly cart: string;
  readonly line: string;
  acknowledged: number;
  sent: number;
}

export async function lineWriter(door: () => Door, name: string): Promise<LineWriter> {
  const by = shopperAt(door, name);
  const cart = await cartOf(by);
  const line_items = [{ id: 'salt', item: { id: 'sea-salt' }, quantity: 1 }];
  const { data } = await by.ok('add_line_items', { checkout_id: cart, line_items });
  return { by, cart, line: data.line_items[0].id, acknowledged: 1, sent: 1 };
}

export async function quantityOf({ by, cart }: LineWriter): Promise<number> {
  return (await by.ok('get_checkout', { checkout_id: cart })).data.line_items[0].quantity;
}

/** Raises the quantity by one with each request until the portal no longer responds. */
export async function writeOn(writer: LineWriter, wrote: () => void): Promise<void> {
  for (;;) {
    writer.sent += 1;
    const change = { checkout_id: writer.cart, line_item_id: writer.line, quantity: writer.sent };
    const answer = await writer.by.send('update_line_item', change).catch(() => undefined);
    if (!answer) return;
    if (answer.status !== 200) expect.fail(answer.text);
    writer.acknowledged = writer.sent;
    wrote();
  }
}

/** Creates an agent with a key, and a consumer. Returns a function that submits another receipt and returns its id. */
export async function receiptWriter(door: () => Door): Promise<() => Promise<string>> {
  const by = shopperAt(door);
  const signer = newSigner();
  const { id: agent_id } = (await by.ok('create_agent', { name: 'Agent' })).data;
  const { id: consumer_id } = (await by.ok('create_consumer', { name: 'Consumer' })).data;
  await by.ok('register_signing_key', { public_key: signer.public_key, agent_id });
  return async () => {
    const receipt = receiptFor({ agent_id, consumer_id }, Date.now());
    const { id } = await by.ok('submit_receipt', { ...signer.submission(receipt) });
    return id;
  };
}
