import { type MessageText, messageText, type Part } from '../errors/message-text.js';
import { type Discount, normalizeCode } from '../shop/discount.js';
import { localizedError } from '../values/format-text.js';
import { allocate, share, sum } from '../values/money.js';
import { type Cart, type Checkout, MAX_DISCOUNT_CODES } from './checkout.js';

/** Line amounts that discounts use and change. Minor units; discounts are positive. */
export interface DiscountableLine {
  readonly item_id: string;
  readonly subtotal: number;
  items_discount: number;
  order_discount: number;
}

/** Line members that determine a discount's status. */
type Goods = readonly Pick<DiscountableLine, 'item_id' | 'subtotal'>[];

/**
 * Status of a discount, with the reason if it does not apply. `superseded`: the discount cannot be combined with the
 * applied ones, and would not lower the total if it were applied instead.
 */
export type DiscountStatus =
  | { readonly discount: Discount; readonly status: 'applies' }
  | {
      readonly discount: Discount;
      readonly status: 'expired' | 'ineligible' | 'superseded';
      readonly reason: MessageText;
    };

/**
 * Status of a discount by itself, regardless of combinations. `markSuperseded` then excludes those outside the best
 * set.
 */
function statusOfDiscount(cart: Cart, discount: Discount, lines: Goods): DiscountStatus {
  const expired = (reason: MessageText) => ({ discount, status: 'expired', reason }) as const;
  const ineligible = (reason: MessageText) => ({ discount, status: 'ineligible', reason }) as const;
  if (discount.starts_at !== undefined && cart.now < discount.starts_at) return expired(messageText('not_yet_valid'));
  if (discount.ends_at !== undefined && cart.now >= discount.ends_at) return expired(messageText('no_longer_valid'));
  if ((cart.uses.get(normalizeCode(discount.code)) ?? 1) < 1) return expired(messageText('used_up'));
  if (cart.used.has(normalizeCode(discount.code))) return ineligible(messageText('used_by_buyer'));
  const named = discount.item_ids && lines.filter((line) => discount.item_ids?.includes(line.item_id));
  if (named?.length === 0) return ineligible(messageText('needs_item'));
  const minimum = discount.minimum_subtotal ?? 0;
  const subtotal = sum((cart.rules === 1 ? lines : (named ?? lines)).map((line) => line.subtotal));
  if (subtotal >= minimum) return { discount, status: 'applies' };
  const { currency } = cart.shop.settings;
  const amounts = { minimum: { amount: minimum, currency }, subtotal: { amount: subtotal, currency } };
  return ineligible(messageText(named ? 'needs_subtotal_of_items' : 'needs_subtotal', amounts));
}

/**
 * Evaluates every discount of a cart independently: entered codes, then automatic discounts, each group sorted by code.
 */
export function evaluateDiscounts(cart: Cart, lines: Goods): DiscountStatus[] {
  const codes = cart.checkout.discount_codes.flatMap((code) => cart.discounts.get(code) ?? []);
  return [...[...codes].sort(byCode), ...[...cart.automatic].sort(byCode)].map((discount) =>
    statusOfDiscount(cart, discount, lines),
  );
}

/** Marks applicable discounts outside `winners` as superseded. Their reason names `taking`, the winners in effect. */
export function markSuperseded(
  statuses: readonly DiscountStatus[],
  winners: readonly Discount[],
  taking: readonly Discount[],
): DiscountStatus[] {
  const names = namesOf(taking.length > 0 ? taking : winners);
  return statuses.map((one) => {
    if (one.status !== 'applies' || winners.includes(one.discount)) return one;
    return { ...one, status: 'superseded', reason: messageText('not_combinable', { names }) };
  });
}

/** Display name: the code, or the title of an automatic discount. */
function nameOf({ automatic, code, title }: Discount): string {
  return automatic ? `"${title}"` : code;
}

/** Maximum discounts named in one message. */
const MAX_NAMED = 5;

/** Lists discount names for a message, but at most `MAX_NAMED`, since a shop may have many discounts. */
export function namesOf(discounts: readonly Discount[]): Part {
  const names = discounts.slice(0, MAX_NAMED).map(nameOf).join(', ');
  return discounts.length > MAX_NAMED
    ? messageText('names_more', { names, count: discounts.length - MAX_NAMED })
    : names;
}

/**
 * Codes on the checkout in order of entry, in the merchant's spelling; frozen terms preserve the spelling at payment.
 */
export function enteredCodes({ checkout, discounts }: Cart): readonly string[] {
  return checkout.frozen?.codes ?? checkout.discount_codes.map((code) => discounts.get(code)?.code ?? code);
}

/** Sorts discounts in order of application: named items, then the order, then shipping; by code within each group. */
export function sortByApplication(discounts: readonly Discount[]): Discount[] {
  return [...discounts].sort((a, b) => rank(a) - rank(b) || byCode(a, b));
}

function byCode(a: Discount, b: Discount): number {
  return normalizeCode(a.code) < normalizeCode(b.code) ? -1 : 1;
}

function rank(discount: Discount): number {
  return discount.kind === 'free_shipping' ? 2 : discount.item_ids ? 0 : 1;
}

/**
 * Applies one discount to the lines, limited to each line's remaining amount, and returns each line's share. A
 * percentage of named items is computed and rounded per line. Any other amount is computed once and spread over the
 * lines by largest remainder (docs/money.md, Amounts).
 */
export function applyToLines(discount: Discount, lines: readonly DiscountableLine[]): number[] {
  if (discount.kind === 'free_shipping') return lines.map(() => 0);
  const hit = lines.filter((line) => discount.item_ids?.includes(line.item_id) ?? true);
  const left = hit.map((line) => line.subtotal - line.items_discount - line.order_discount);
  const shares = new Map(sharesOf(discount, left).map((amount, index) => [hit[index], amount]));
  return lines.map((line) => {
    const amount = shares.get(line) ?? 0;
    if (discount.item_ids) line.items_discount += amount;
    else line.order_discount += amount;
    return amount;
  });
}

function sharesOf(discount: Discount, left: readonly number[]): number[] {
  const ppm = discount.value_ppm ?? 0;
  if (discount.kind === 'percent' && discount.item_ids) return left.map((amount) => share(amount, ppm));
  const total = sum(left);
  const wanted = discount.kind === 'percent' ? share(total, ppm) : (discount.amount ?? 0);
  return allocate(Math.min(wanted, total), left);
}

/**
 * Adds a code to the checkout even if others exclude it, since the best combination is chosen later (combinations.ts).
 * @throws PortalError `discount_code_invalid`, `discount_code_already_applied`, `discount_code_expired`,
 * `discount_code_ineligible`, `limit_exceeded`
 */
export function applyCode(cart: Cart, code: string, lines: Goods): Checkout {
  const normalized = normalizeCode(code);
  const discount = cart.discounts.get(normalized);
  if (!discount) throw localizedError('discount_code_invalid', messageText('code_unknown'));
  const { discount_codes } = cart.checkout;
  if (discount_codes.includes(normalized)) {
    throw localizedError('discount_code_already_applied', messageText('code_twice'));
  }
  if (discount_codes.length >= MAX_DISCOUNT_CODES) {
    throw localizedError('limit_exceeded', messageText('codes_full', { most: MAX_DISCOUNT_CODES }));
  }
  const found = statusOfDiscount(cart, discount, lines);
  if (found.status !== 'applies') {
    const code = found.status === 'expired' ? 'discount_code_expired' : 'discount_code_ineligible';
    throw localizedError(code, messageText('code_refused', { why: found.reason }));
  }
  return { ...cart.checkout, discount_codes: [...discount_codes, normalized] };
}

/** @throws PortalError `discount_code_invalid` when the code is not on the checkout */
export function removeCode(checkout: Checkout, code: string): Checkout {
  const normalized = normalizeCode(code);
  if (!checkout.discount_codes.includes(normalized)) {
    throw localizedError('discount_code_invalid', messageText('code_absent'));
  }
  return { ...checkout, discount_codes: checkout.discount_codes.filter((other) => other !== normalized) };
}
