import { CARD } from './platform.js';

/** Valid bodies of calls. */

export const mugs = (quantity = 1) => [{ item: { id: 'enamel-mug' }, quantity }];

export const BUYER = { email: 'ada@example.com' };

/** Pickup without line ids: the shop knows which lines can be picked up. */
export const PICKUP = { methods: [{ type: 'pickup', line_item_ids: [], selected_destination_id: 'pickup-portland' }] };

/** Returns the content that a checkout needs to be ready for its payment. */
export const ready = (quantity = 1) => ({ line_items: mugs(quantity), buyer: BUYER, fulfillment: PICKUP });

export const PAYMENT = { payment: { instruments: [CARD] } };

/** With this instrument, the order is paid later. */
export const INVOICE = { id: 'account', handler_id: 'invoice', type: 'invoice', selected: true };

/** Returns the lines of a response in the form in which a platform requests them. */
export const wanted = (
  lines: readonly { readonly id: string; readonly item: { readonly id: string }; readonly quantity: number }[],
) => lines.map(({ id, item, quantity }) => ({ id, item: { id: item.id }, quantity }));
