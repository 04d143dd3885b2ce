import { z } from 'zod';
import { checkoutF } from '../schema/checkout.js';
import { item } from '../schema/item.js';
import { order, orderSummary } from '../schema/order.js';
import { dataOf, pageOf } from '../schema/primitives.js';

/** Calls a tool and answers its structured content. */
export type CallTool = (name: string, args: Readonly<Record<string, unknown>>) => Promise<unknown>;

const ADDRESS = {
  address_country: 'US',
  full_name: 'Robin Park',
  street_address: '1450 Juniper Street',
  address_locality: 'Seattle',
  address_region: 'WA',
  postal_code: '98101',
};

const CARD = {
  id: 'card_1',
  handler_id: 'sandbox_card',
  type: 'card',
  brand: 'visa',
  last_digits: '4242',
  credential: { type: 'token', token: 'tok_approve' },
};

const methods = z.object({
  data: z.array(
    z.object({ id: z.string(), title: z.string(), totals: z.array(z.object({ display_text: z.string() })) }),
  ),
});

/** A scripted agent that buys two mugs and a book, and prints a line for each step. */
export async function buy(call: CallTool, say: (line: string) => void): Promise<void> {
  const found = pageOf(item).parse(await call('search_catalog', { query: 'enamel mug', limit: 3 }));
  say(`search_catalog        ${found.data.map(({ title }) => title).join(', ')}`);
  const checkoutOf = async (name: string, args: Readonly<Record<string, unknown>>) => {
    const { data } = dataOf(checkoutF).parse(await call(name, args));
    say(
      `${name.padEnd(21)} ${data.status}; ${totalOf(data.totals)}${data.messages[0] ? `; next: ${data.messages[0].content}` : ''}`,
    );
    return data;
  };
  const { id: checkout_id } = await checkoutOf('get_cart', {});
  const line_items = [
    { item: { id: found.data[0]?.id }, quantity: 2 },
    { item: { id: 'bread-book' }, quantity: 1 },
  ];
  await checkoutOf('add_line_items', { checkout_id, line_items });
  await checkoutOf('set_buyer', { checkout_id, buyer: { email: 'robin@example.com', full_name: 'Robin Park' } });
  await checkoutOf('set_destination', { checkout_id, destination: ADDRESS });
  const { data: options } = methods.parse(await call('list_fulfillment_methods', { checkout_id }));
  say(
    `list_fulfillment_methods  ${options.map((option) => `${option.title} ${option.totals[0]?.display_text}`).join(', ')}`,
  );
  await checkoutOf('select_fulfillment', { checkout_id, selected_option_id: options[0]?.id });
  const ready = await checkoutOf('apply_discount', { checkout_id, code: 'WELCOME10' });
  const expected_total = ready.totals.find(({ type }) => type === 'total')?.amount;
  const done = await checkoutOf('complete_checkout', { checkout_id, expected_total, payment: { instruments: [CARD] } });
  const placed = dataOf(order).parse(await call('get_order', { order_id: done.order?.id })).data;
  say(
    `get_order             order ${placed.display_id}: ${placed.status}, ${placed.payment_status}; may: ${placed.permitted_actions.join(', ')}`,
  );
  const orders = pageOf(orderSummary).parse(await call('list_orders', { limit: 5 }));
  say(`list_orders           ${orders.data.map(({ display_id, status }) => `${display_id} ${status}`).join(', ')}`);
  say(`the buyer's page      ${placed.permalink_url}`);
}

function totalOf(totals: readonly { readonly type: string; readonly display_text?: string | undefined }[]): string {
  return totals.find(({ type }) => type === 'total')?.display_text ?? '';
}
