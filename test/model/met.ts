import { messagesOf, statusOf } from './messages.js';
import { Model } from './model.js';
import { BUYERS, isOnCart, type Operation } from './operations.js';
import { priced } from './prices.js';

/** Returns the cases that a sequence reaches: results of operations, messages, statuses, totals, discounts, options. */
export function met(operations: readonly Operation[]): ReadonlySet<string> {
  const model = new Model(0);
  const found = new Set<string>();
  for (const operation of operations) {
    model.pass(model.timeOf(operation));
    if (isOnCart(operation)) {
      const checkout = model.target(operation);
      if (model.isIdle(operation, checkout)) continue;
      const refused = model.act(operation, checkout, model.expectedTotal(operation, checkout));
      found.add(`${operation.do}: ${refused ?? 'done'}`);
    } else if (operation.do !== 'wait') model.arrange(operation);
    for (const one of shownBy(model)) found.add(one);
  }
  return found;
}

function shownBy(model: Model): string[] {
  const { shop } = model;
  return BUYERS.flatMap((by) => model.checkouts[by].slice(-1)).flatMap((checkout) => {
    const price = priced(shop, checkout);
    const messages = messagesOf(shop, checkout, price);
    return [
      statusOf(shop, checkout, messages),
      ...messages.map(([code]) => code),
      ...price.totals.map(([type]) => `total ${type}`),
      ...price.discounts.map(({ code }) => code),
      ...price.options.map(({ id }) => `option ${id}`),
    ];
  });
}

const each = (operation: string, ...ends: readonly string[]) => ends.map((end) => `${operation}: ${end}`);

/** Cases that the test's sequences must reach together, so that a passing test proves something. */
export const TO_MEET: readonly string[] = [
  ...each('add', 'done', 'item_not_found', 'item_unavailable', 'line_item_conflict', 'parent_not_found'),
  ...each('add', 'property_unknown', 'property_value_invalid', 'limit_exceeded', 'payment_in_progress'),
  ...each('update', 'done', 'item_unavailable', 'line_item_not_found'),
  ...each('remove', 'done', 'line_item_not_found'),
  ...each('apply code', 'done', 'discount_code_invalid', 'discount_code_expired', 'discount_code_ineligible'),
  ...each('apply code', 'discount_code_already_applied'),
  ...each('remove code', 'done', 'discount_code_invalid'),
  ...each('select', 'done', 'fulfillment_option_unknown', 'fulfillment_address_required', 'checkout_closed'),
  ...each('select', 'fulfillment_destination_required'),
  ...each('list methods', 'done', 'fulfillment_destination_required'),
  ...each('complete', 'done', 'checkout_closed', 'checkout_not_ready', 'out_of_stock', 'total_changed'),
  ...each('complete', 'payment_failed', 'payment_instrument_invalid'),
  ...each('cancel', 'done', 'checkout_closed'),
  ...each('confirm age', 'done'),
  ...each('approve', 'done'),
  ...['incomplete', 'ready_for_complete', 'requires_escalation', 'complete_in_progress', 'completed', 'canceled'],
  ...['cart_empty', 'item_unavailable', 'out_of_stock', 'property_required', 'field_required', 'payment_unavailable'],
  ...['fulfillment_destination_required', 'fulfillment_option_required', 'fulfillment_unavailable'],
  ...['address_undeliverable', 'high_value_order', 'age_verification_required', 'price_changed', 'checkout_expired'],
  ...['discount_code_ineligible', 'discount_code_expired', 'fulfillment_option_dropped'],
  ...['discount_code_combination_disallowed', 'discount_code_without_effect'],
  ...['fulfillment_price_changed', 'tax_changed', 'fee_changed', 'backordered'],
  ...['total items_discount', 'total discount', 'total fulfillment', 'total tax', 'total fee'],
  ...['TEN', 'THIRD', 'FIVE', 'BREW', 'SHIP', 'ONCE', 'LAST', 'ALONE', 'SOON', 'AUTO'],
  ...['option post', 'option valley', 'option bike', 'option freight', 'option standard'],
  ...['option counter', 'option kiosk', 'option digital'],
];
