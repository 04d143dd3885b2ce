import { type MessageText, messageText } from '../errors/message-text.js';
import { isDigital, minimumAge } from '../shop/item.js';
import { itemTitle } from '../shop/item-title.js';
import { isInCategories } from '../tenant/limits.js';
import { sum } from '../values/money.js';
import { addressMessages } from './address-messages.js';
import { backorderMessages } from './backorder-messages.js';
import { MAX_CART_AMOUNT } from './cart-limits.js';
import { changeMessages } from './change-messages.js';
import { type Cart, findItem } from './checkout.js';
import { confirmedAge, hasAcceptedTerms, isApproved, requiredTerms } from './consent.js';
import { discountWarnings } from './discount-messages.js';
import { findExceeded } from './exceeded-limits.js';
import { needsShipping, physicalLines } from './fulfillment.js';
import type { Message, MessageCode, Severity } from './message.js';
import type { Pricing } from './pricing.js';
import { goneProperties, missingProperties } from './properties.js';
import { destinationRegionProblem, regionMessages } from './region-messages.js';

/** Lists all messages of an open cart, blocking ones first, in the order in which an agent should fix them. */
export function listMessages(cart: Cart, pricing: Pricing): Message[] {
  return [
    ...lineMessages(cart),
    ...stockMessages(cart),
    ...amountMessages(cart, pricing),
    ...fulfillmentMessages(cart, pricing),
    ...emailMessages(cart),
    ...addressMessages(cart, pricing),
    ...regionMessages(cart, pricing),
    ...paymentMessages(cart, pricing),
    ...buyerMessages(cart, pricing),
    ...warnings(cart, pricing),
  ];
}

function error(code: MessageCode, text: MessageText, path: string, severity: Severity = 'recoverable'): Message {
  return { type: 'error', code, text, path, severity };
}

function warning(code: MessageCode, text: MessageText, path: string): Message {
  return { type: 'warning', code, text, path };
}

function lineMessages(cart: Cart): Message[] {
  const { lines } = cart.checkout;
  if (lines.length === 0) return [error('cart_empty', messageText('cart_empty'), '$.line_items')];
  return lines.flatMap((line, index) => {
    const item = findItem(cart, line);
    const path = `$.line_items[${index}]`;
    const title = itemTitle(item);
    if (item.status === 'withdrawn')
      return [error('item_unavailable', messageText('item_withdrawn', { item: title }), `${path}.item`)];
    const problems = [
      ...missingProperties(item, line.properties).map(({ name: property }) =>
        messageText('property_missing', { item: title, property }),
      ),
      ...goneProperties(item, line.properties).map(({ name: property, value }) =>
        messageText('property_gone', { item: title, property, value }),
      ),
    ];
    return problems.map((problem) => error('property_required', problem, `${path}.properties`));
  });
}

/** Adds up the units per item across lines, so that two lines cannot both claim the same unit. */
function stockMessages(cart: Cart): Message[] {
  const left = new Map(cart.stock);
  return cart.checkout.lines.flatMap((line, index) => {
    const units = left.get(line.item_id);
    if (units === undefined || findItem(cart, line).backorder) return [];
    const available = Math.max(0, units);
    left.set(line.item_id, Math.max(0, available - line.quantity));
    if (line.quantity <= available) return [];
    const title = itemTitle(findItem(cart, line));
    const text =
      available === 0
        ? messageText('stock_none', { item: title })
        : messageText('stock_some', { item: title, count: available });
    return [error('out_of_stock', text, `$.line_items[${index}].quantity`)];
  });
}

/**
 * Reports amounts above the limit. Changes to prices, delivery, fees or tax can cause this without a change of the
 * cart.
 */
function amountMessages(cart: Cart, { subtotal, fulfillment = 0, fees, tax = 0 }: Pricing): Message[] {
  if (subtotal + fulfillment + sum(fees.map(({ amount }) => amount)) + tax <= MAX_CART_AMOUNT) return [];
  const most = { amount: MAX_CART_AMOUNT, currency: cart.shop.settings.currency };
  return [error('limit_exceeded', messageText('cart_too_much', { most }), '$.totals')];
}

function fulfillmentMessages(cart: Cart, pricing: Pricing): Message[] {
  if (physicalLines(cart).length === 0) return [];
  if (pricing.selected) return unservedMessages(cart, pricing.selected.line_ids);
  const path = '$.fulfillment';
  const onlyShipping = needsShipping(cart);
  const messages: Message[] = [];
  if (onlyShipping && !cart.checkout.destination) {
    messages.push(error('fulfillment_destination_required', messageText('destination_needed'), path));
  }
  if (
    onlyShipping &&
    cart.checkout.destination &&
    !destinationRegionProblem(cart, pricing) &&
    !pricing.options.some((option) => option.method_type === 'shipping')
  ) {
    messages.push(error('address_undeliverable', messageText('undeliverable'), path));
  }
  return [...messages, error('fulfillment_option_required', messageText('option_needed'), path)];
}

function unservedMessages(cart: Cart, served: readonly string[]): Message[] {
  return cart.checkout.lines.flatMap((line, index) => {
    const item = findItem(cart, line);
    if (isDigital(item) || served.includes(line.id)) return [];
    const text = messageText('option_not_for', { item: itemTitle(item) });
    return [error('fulfillment_unavailable', text, `$.line_items[${index}]`)];
  });
}

function emailMessages({ checkout }: Cart): Message[] {
  return checkout.buyer?.email ? [] : [error('field_required', messageText('email_needed'), '$.buyer.email')];
}

/** A total of 0 needs no payment handler. */
function paymentMessages(cart: Cart, { total }: Pricing): Message[] {
  if (cart.shop.settings.payment_handlers.length > 0 || (total === 0 && cart.checkout.lines.length > 0)) return [];
  return [error('payment_unavailable', messageText('no_payments'), '$.payment.handlers')];
}

/** Asks for the buyer's approval of a total above the limit of the shop, or above those of the spender. */
function approvalMessages({ checkout, shop, spending }: Cart, pricing: Pricing): Message[] {
  const { review_limit, currency } = shop.settings;
  const { total } = pricing;
  const reasons = [
    ...(review_limit !== null && total > review_limit ? [messageText('approval_needed')] : []),
    ...(spending ? findExceeded(spending, total, currency) : []),
  ];
  if (reasons.length === 0 || isApproved(checkout, pricing)) return [];
  return reasons.map((text) => error('high_value_order', text, '$.totals', 'requires_buyer_review'));
}

/** Asks for the buyer's approval of each line outside the categories that the spender may buy. */
function categoryMessages(cart: Cart, pricing: Pricing): Message[] {
  const { categories } = cart.spending?.limits ?? {};
  if (!categories || isApproved(cart.checkout, pricing)) return [];
  return cart.checkout.lines.flatMap((line, index) => {
    const item = findItem(cart, line);
    if (isInCategories({ categories }, item.categories)) return [];
    const text = messageText('outside_categories', { item: itemTitle(item), categories: categories.join(', ') });
    return [error('category_outside_limits', text, `$.line_items[${index}].item`, 'requires_buyer_review')];
  });
}

/** Problems only the buyer can resolve, on the page at `continue_url`. */
function buyerMessages(cart: Cart, pricing: Pricing): Message[] {
  const messages = [...approvalMessages(cart, pricing), ...categoryMessages(cart, pricing)];
  cart.checkout.lines.forEach((line, index) => {
    const item = findItem(cart, line);
    const age = minimumAge(item);
    if (age <= confirmedAge(cart.checkout)) return;
    const text = messageText('age_needed', { item: itemTitle(item), age });
    messages.push(error('age_verification_required', text, `$.line_items[${index}].item`, 'requires_buyer_input'));
  });
  if (requiredTerms(cart.shop) && !hasAcceptedTerms(cart.checkout, cart.shop)) {
    messages.push(error('terms_acceptance_required', messageText('terms_needed'), '$.links', 'requires_buyer_input'));
  }
  return messages;
}

function warnings(cart: Cart, pricing: Pricing): Message[] {
  return [
    ...backorderMessages(cart, pricing),
    ...changeMessages(cart, pricing),
    ...discountWarnings(cart, pricing),
    ...droppedOption(cart, pricing),
    ...failedPayment(cart),
  ];
}

/** Reports a payment that failed after its call had ended, until the next payment begins. */
function failedPayment({ checkout: { failed_payment } }: Cart): Message[] {
  if (failed_payment === undefined) return [];
  const text = failed_payment === 'declined' ? messageText('last_declined') : messageText('last_expired');
  return [warning('payment_failed', text, '$.payment')];
}

/** Reports an option that was dropped, or is selected but no longer offered, until another one is selected. */
function droppedOption(cart: Cart, pricing: Pricing): Message[] {
  const { selected_option_id, dropped_option_id } = cart.checkout;
  const gone = selected_option_id !== undefined && !pricing.options.some((option) => option.id === selected_option_id);
  const dropped = gone ? selected_option_id : dropped_option_id;
  if (dropped === undefined || physicalLines(cart).length === 0 || (pricing.selected && !gone)) return [];
  return [warning('fulfillment_option_dropped', messageText('option_dropped', { option: dropped }), '$.fulfillment')];
}
