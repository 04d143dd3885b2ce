import { checkoutSummary } from '../schema/checkout-summary.js';
import { itemLine } from '../schema/item-line.js';
import { order, orderSummary } from '../schema/order.js';
import { dataOf, pageOf } from '../schema/primitives.js';

/** Calls a tool and returns the JSON parsed from its text. */
export type CallTool = (name: string, args: Readonly<Record<string, unknown>>) => Promise<unknown>;

export const ADDRESS = {
  address_country: 'US',
  full_name: 'Robin Park',
  street_address: '1450 Juniper Street',
  address_locality: 'Seattle',
  address_region: 'WA',
  postal_code: '98101',
};

export const CARD = {
  id: 'card_1',
  handler_id: 'sandbox_card',
  type: 'card',
  brand: 'visa',
  last_digits: '4242',
  credential: { type: 'token', token: 'tok_approve' },
};

/** Plays an agent that buys two mugs and a book, and prints a line per step. */
export async function buy(call: CallTool, say: (line: string) => void): Promise<void> {
  const found = pageOf(itemLine).parse(await call('search_catalog', { query: 'enamel mug', limit: 3 }));
  say(`search_catalog        ${found.data.map(({ title }) => title).join(', ')}`);
  const checkoutOf = async (name: string, args: Readonly<Record<string, unknown>>) => {
    const { data } = dataOf(checkoutSummary).parse(await call(name, args));
    const [next] = data.messages;
    say(`${name.padEnd(21)} ${data.status}; ${data.total_text}${next ? `; next: ${next.content}` : ''}`);
    return data;
  };
  const { id: checkout_id } = await checkoutOf('get_cart', {});
  const line_items = [
    { item: { id: found.data[0]?.id }, quantity: 2 },
    { item: { id: 'bread-book' }, quantity: 1 },
  ];
  await checkoutOf('add_line_items', { checkout_id, line_items });
  await checkoutOf('set_buyer', { checkout_id, buyer: { email: 'robin@example.com', full_name: 'Robin Park' } });
  const { options = [] } = await checkoutOf('set_destination', { checkout_id, destination: ADDRESS });
  say(`${''.padEnd(21)} to choose from: ${options.map(({ title }) => title).join(', ')}`);
  await checkoutOf('select_fulfillment', { checkout_id, selected_option_id: options[0]?.id });
  const { totals } = await checkoutOf('apply_discount', { checkout_id, code: 'WELCOME10' });
  const payment = { instruments: [CARD] };
  const done = await checkoutOf('complete_checkout', { checkout_id, expected_total: totals.total, payment });
  const placed = dataOf(order).parse(await call('get_order', { order_id: done.order?.id })).data;
  say(
    `get_order             order ${placed.display_id}: ${placed.status}, ${placed.payment_status}; may: ${placed.permitted_actions.join(', ')}`,
  );
  const orders = pageOf(orderSummary.omit({ permalink_url: true })).parse(await call('list_orders', { limit: 5 }));
  say(`list_orders           ${orders.data.map(({ display_id, status }) => `${display_id} ${status}`).join(', ')}`);
  say(`the buyer's page      ${placed.permalink_url}`);
}
