import { CARD } from './platform.js';

/** Right bodies of calls. */

export const mugs = (quantity = 1) => [{ item: { id: 'enamel-mug' }, quantity }];

export const BUYER = { email: 'ada@example.com' };

/** Which lines it is for, the shop knows. */
export const PICKUP = { methods: [{ type: 'pickup', line_item_ids: [], selected_destination_id: 'pickup-portland' }] };

/** All that it takes to complete a checkout. */
export const ready = (quantity = 1) => ({ line_items: mugs(quantity), buyer: BUYER, fulfillment: PICKUP });

export const PAYMENT = { payment: { instruments: [CARD] } };

/** The order is paid later. */
export const INVOICE = { id: 'account', handler_id: 'invoice', type: 'invoice', selected: true };

/** A platform's request for lines from a response. */
export const wanted = (
  lines: readonly { readonly id: string; readonly item: { readonly id: string }; readonly quantity: number }[],
) => lines.map(({ id, item, quantity }) => ({ id, item: { id: item.id }, quantity }));
