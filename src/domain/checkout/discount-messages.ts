import { type MessageText, messageText } from '../errors/message-text.js';
import { type Discount, normalizeCode } from '../shop/discount.js';
import type { Cart } from './checkout.js';
import { type DiscountStatus, namesOf } from './discounts.js';
import type { Message, MessageCode } from './message.js';
import type { Pricing } from './pricing.js';

/** Maximum options listed in one message. */
const MAX_OPTIONS = 5;

/**
 * Explains discounts that reduce the total less than a buyer may expect, including codes that currently reduce nothing.
 */
export function discountWarnings(cart: Cart, pricing: Pricing): Message[] {
  const { discount_codes, lines } = cart.checkout;
  const codes = discount_codes.flatMap((code, index) => {
    const path = `$.discounts.codes[${index}]`;
    const found = pricing.discountStatuses.find(({ discount }) => isCode(discount, code));
    if (!found) return [warning('discount_code_expired', messageText('code_ended', { code }), path)];
    if (isRejected(found)) return [rejectionWarning(found, path)];
    const isApplied = pricing.discounts.includes(found.discount) || lines.length === 0;
    return isApplied ? [] : [withoutEffect(found.discount, pricing, path)];
  });
  return [...codes, ...automaticWarning(pricing)];
}

function isRejected(one: DiscountStatus): one is RejectedDiscount {
  return one.status !== 'applies';
}

function isCode({ automatic, code }: Discount, normalized: string): boolean {
  return !automatic && normalizeCode(code) === normalized;
}

function warning(code: MessageCode, text: MessageText, path: string): Message {
  return { type: 'warning', code, text, path };
}

type RejectedDiscount = Exclude<DiscountStatus, { readonly status: 'applies' }>;

const CODES = {
  expired: 'discount_code_expired',
  ineligible: 'discount_code_ineligible',
  superseded: 'discount_code_combination_disallowed',
} as const satisfies Record<RejectedDiscount['status'], MessageCode>;

function rejectionWarning({ discount, status, reason }: RejectedDiscount, path: string): Message {
  return warning(CODES[status], messageText(`code_${status}`, { code: discount.code, why: reason }), path);
}

function withoutEffect(discount: Discount, pricing: Pricing, path: string): Message {
  const text = messageText('code_without_effect', { code: discount.code, why: whyNothing(discount, pricing) });
  return warning('discount_code_without_effect', text, path);
}

function whyNothing({ kind, option_ids }: Discount, { selected }: Pricing): MessageText {
  if (kind !== 'free_shipping') return messageText('nothing_left');
  if (!selected) return messageText('nothing_selected');
  if (option_ids && !option_ids.includes(selected.id)) {
    const named = option_ids.slice(0, MAX_OPTIONS).map((id) => `"${id}"`);
    return messageText('nothing_for_option', { options: named.join(', '), selected: selected.id });
  }
  return messageText('nothing_to_pay');
}

/** Lists all superseded automatic discounts in one message, since a shop may have many. */
function automaticWarning({ discountStatuses, discounts }: Pricing): Message[] {
  const superseded = discountStatuses
    .filter(isRejected)
    .filter((one) => one.discount.automatic && one.status === 'superseded');
  const [first] = superseded;
  if (!first || discounts.length === 0) return [];
  const names = namesOf(superseded.map(({ discount }) => discount));
  const text = messageText(superseded.length === 1 ? 'automatic_one' : 'automatic_more', { names, why: first.reason });
  return [warning('discount_code_combination_disallowed', text, '$.discounts.applied')];
}
