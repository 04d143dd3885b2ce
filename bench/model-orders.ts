import { required } from '../src/domain/values/required.js';
import { Client } from './client.js';
import { currentCart, post, textAt } from './shop.js';

/** Demo items that are shipped. */
const GOODS = [
  { item: { id: 'enamel-mug' }, quantity: 3 },
  { item: { id: 'wooden-spoon' }, quantity: 2 },
];
const DESTINATION = {
  full_name: 'Ada Lovelace',
  address_country: 'US',
  address_region: 'WA',
  street_address: '1 Main St',
  address_locality: 'Seattle',
  postal_code: '98101',
};
const CARD = {
  id: '1',
  handler_id: 'sandbox_card',
  type: 'card',
  brand: 'visa',
  last_digits: '4242',
  credential: { type: 'token', token: 'tok_approve' },
};

interface Line {
  readonly id: string;
  readonly quantity: number;
}

type Step = readonly [path: string, body: (lines: readonly Line[]) => Readonly<Record<string, unknown>>];

const SHIPPED: Step = ['fulfillment-events', (line_items) => ({ type: 'shipped', line_items })];

/** Steps after an order is placed. The sequences together cover every order status. */
const LIVES: readonly (readonly Step[])[] = [
  [],
  [SHIPPED],
  [SHIPPED, ['fulfillment-events', (line_items) => ({ type: 'delivered', line_items })]],
  [['fulfillment-events', ([line]) => ({ type: 'shipped', line_items: [{ ...line, quantity: 1 }] })]],
  [['hold', () => ({ reason: 'The address is being checked' })]],
  [['cancel', () => ({})]],
  [SHIPPED, ['adjustments', () => ({ type: 'refund', amount: 500 })]],
  [SHIPPED, ['adjustments', () => ({ type: 'refund' })]],
];

/** Places one order per sequence and runs its steps as agents and merchants would. Returns the order ids. */
export async function makeModelOrders(url: string, buyerKey: string, merchantKey: string): Promise<string[]> {
  const client = new Client(url, 1);
  const ids: string[] = [];
  for (const [index, life] of LIVES.entries()) {
    const buyer = `seed-model-${index}-${Date.now()}`;
    const { id, lines } = await placeOrder(client, buyerKey, buyer);
    for (const [path, body] of life)
      await client.run(post(merchantKey, buyer, `/api/commerce/orders/${id}/${path}`, body(lines)));
    ids.push(id);
  }
  client.close();
  return ids;
}

async function placeOrder(client: Client, key: string, buyer: string) {
  const path = `/api/commerce/checkouts/${await currentCart(client, key, buyer)}`;
  const call = (name: string, body: unknown) => client.json(post(key, buyer, `${path}/${name}`, body));
  await call('line-items', { line_items: GOODS });
  await call('fulfillment/destination', { destination: DESTINATION });
  await call('fulfillment', { selected_option_id: 'standard' });
  const ready = await call('buyer', { buyer: { email: 'robin@example.com', full_name: 'Robin Miller' } });
  const expected_total = totalOf(ready);
  const done = await call('complete', { expected_total, payment: { instruments: [CARD] } });
  return {
    id: textAt(done, 'data', 'order', 'id'),
    lines: GOODS.map(({ quantity }, index) => ({
      id: textAt(ready, 'data', 'line_items', `${index}`, 'id'),
      quantity,
    })),
  };
}

/** Returns the last total in the response, which is the checkout's: the totals of the lines come before it. */
function totalOf(answer: unknown): number {
  const totals = [...JSON.stringify(answer).matchAll(/"type":"total"[^}]*?"amount":(\d+)/g)];
  return Number(required(totals.at(-1)?.[1], 'total'));
}
