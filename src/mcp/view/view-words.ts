import type { Texts } from '../../texts/texts.js';

/**
 * Returns the words of the view in one language: some by status, type of total, or code of a message or error, and all
 * others by name.
 */
export function viewWords({ view, checkout, delivery, errors, fields, notes, problems, states, summary }: Texts) {
  const { price_changed: _line, backordered: _later, title, ...ofCarts } = notes;
  const { subtotal, discount, items_discount, fulfillment, tax, fee, total } = summary;
  return {
    status: { ...view.status, complete_in_progress: states.pending },
    next: view.next,
    totals: { subtotal, discount, items_discount, fulfillment, tax, fee, total },
    messages: { ...ofCarts, ...view.messages, cart_empty: view.empty, fulfillment_option_required: errors.option },
    missing: view.missing,
    problems,
    others: {
      cart: view.cart,
      order: checkout.summary,
      empty: view.empty,
      delivery: checkout.delivery,
      free: delivery.free,
      digital: delivery.digital,
      quantity: fields.quantity,
      one_less: view.one_less,
      one_more: view.one_more,
      remove: summary.remove,
      still_missing: view.still_missing,
      note: title,
      stopped: view.stopped,
      link_not_opened: view.link_not_opened,
    },
  };
}

/** The groups of words, with the names that the view itself reads. */
export type ViewWords = ReturnType<typeof viewWords>;
