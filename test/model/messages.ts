import { qualified, standingAlone } from './discounts.js';
import type { Priced } from './prices.js';
import { aboutRegions, lacksRegion } from './regions.js';
import { changes } from './seen.js';
import { asText, type Checkout, goodsOf, isDigital, isExpired, onShelf, type Shop } from './state.js';

/** Messages and status (docs/checkout.md, Messages and Status). A message is its code and its path. */

export type Message = readonly [code: string, path: string];

const BUYER = ['high_value_order', 'age_verification_required'];
const WARNINGS = [
  'payment_failed',
  ...['price_changed', 'discount_code_expired', 'discount_code_ineligible', 'fulfillment_option_dropped'],
  ...['discount_code_combination_disallowed', 'discount_code_without_effect'],
  ...['fulfillment_price_changed', 'tax_changed', 'fee_changed', 'backordered'],
];

export function messagesOf(shop: Shop, checkout: Checkout, price: Priced): Message[] {
  if (isExpired(shop, checkout)) return [['checkout_expired', '$.expires_at']];
  if (checkout.state !== 'open') return [];
  return [
    ...aboutLines(shop, checkout),
    ...aboutStock(shop, checkout),
    ...aboutDelivery(shop, checkout, price),
    ...aboutFields(checkout, price, lacksRegion(shop, checkout, price)),
    ...aboutRegions(shop, checkout, price),
    ...(shop.settings.payment_handlers.length === 0 && (price.total > 0 || checkout.lines.length === 0)
      ? [['payment_unavailable', '$.payment.handlers'] as const]
      : []),
    ...aboutBuyer(shop, checkout, price),
    ...warnings(shop, checkout, price),
  ];
}

export function statusOf(shop: Shop, checkout: Checkout, messages: readonly Message[]): string {
  if (checkout.state === 'paying') return 'complete_in_progress';
  if (checkout.state !== 'open') return checkout.state;
  if (isExpired(shop, checkout)) return 'canceled';
  if (messages.some(([code]) => BUYER.includes(code))) return 'requires_escalation';
  return firstError(messages) ? 'incomplete' : 'ready_for_complete';
}

export function firstError(messages: readonly Message[]): Message | undefined {
  return messages.find(([code]) => isError(code));
}

export function isError(code: string): boolean {
  return !WARNINGS.includes(code);
}

/** Content that the buyer approves: the lines with quantity, properties and unit price, and every total. */
export function approvalOf({ lines, totals }: Priced): string {
  const shown = lines.map(({ line, unit }) => [line.item, line.quantity, unit, asText(line.properties)]);
  return JSON.stringify([shown, totals]);
}

function aboutLines(shop: Shop, { lines }: Checkout): Message[] {
  if (lines.length === 0) return [['cart_empty', '$.line_items']];
  return lines.flatMap((line, index): Message[] => {
    const goods = goodsOf(shop, line);
    if (goods.withdrawn) return [['item_unavailable', `$.line_items[${index}].item`]];
    const missing = goods.specs.filter(
      ({ name, required }) => required && !line.properties.some((property) => property.name === name),
    );
    const gone = line.properties.filter(({ name, value }) => {
      const spec = goods.specs.find((one) => one.name === name);
      return !spec || (spec.values !== null && !(value in spec.values));
    });
    return [...missing, ...gone].map(() => ['property_required', `$.line_items[${index}].properties`]);
  });
}

function aboutStock(shop: Shop, { lines }: Checkout): Message[] {
  return lines.flatMap((line, index): Message[] => {
    const { stock, goods } = onShelf(shop, line.item);
    if (goods.backorder) return [];
    const before = lines.slice(0, index).filter(({ item }) => item === line.item);
    const wanted = before.reduce((units, { quantity }) => units + quantity, line.quantity);
    return stock !== null && wanted > stock ? [['out_of_stock', `$.line_items[${index}].quantity`]] : [];
  });
}

/** Earlier lines get the available units first. */
function aboutLateUnits(shop: Shop, { lines }: Checkout): Message[] {
  return lines.flatMap((line, index): Message[] => {
    const { stock, goods } = onShelf(shop, line.item);
    if (!goods.backorder || stock === null) return [];
    const same = lines.slice(0, index + 1).filter(({ item }) => item === line.item);
    const wanted = same.reduce((units, { quantity }) => units + quantity, 0);
    return wanted > stock ? [['backordered', `$.line_items[${index}].quantity`]] : [];
  });
}

function aboutDelivery(shop: Shop, checkout: Checkout, price: Priced): Message[] {
  const { lines, destination } = checkout;
  const { selected, options } = price;
  const physical = lines.filter((line) => !isDigital(goodsOf(shop, line)));
  if (physical.length === 0) return [];
  if (selected) {
    const unserved = physical.filter(({ id }) => !selected.lines.includes(id));
    return unserved.map((line) => ['fulfillment_unavailable', `$.line_items[${lines.indexOf(line)}]`]);
  }
  const shipOnly = physical.some((line) => !goodsOf(shop, line).types.includes('pickup'));
  const reached = options.some(({ type }) => type === 'shipping');
  return [
    ...(shipOnly && !destination ? [['fulfillment_destination_required', '$.fulfillment'] as const] : []),
    ...(shipOnly && destination && !reached && !lacksRegion(shop, checkout, price)
      ? [['address_undeliverable', '$.fulfillment'] as const]
      : []),
    ['fulfillment_option_required', '$.fulfillment'],
  ];
}

function aboutFields({ email, destination }: Checkout, { selected }: Priced, lacks: boolean): Message[] {
  const missing: Message[] = email === undefined ? [['field_required', '$.buyer.email']] : [];
  if (selected?.type !== 'shipping') return missing;
  return [...missing, ...aboutAddress(destination, lacks)];
}

const HERE = '$.fulfillment.methods[0].destinations[0]';

/**
 * Postal codes are not checked, since those of the model fit their regions. Here only US addresses need a region;
 * `aboutRegions` reports regions that prices depend on.
 */
function aboutAddress(destination: Checkout['destination'], lacksPricedRegion: boolean): Message[] {
  const { full_name, street_address, address_locality, address_region, postal_code } = destination ?? {};
  const isUs = destination?.address_country.toUpperCase() === 'US';
  const parts = { name: full_name, street_address, address_locality, ...(isUs && { address_region }), postal_code };
  const missing = Object.entries(parts).filter(([, value]) => value === undefined);
  const fields = missing.map(([field]) => field).filter((field) => field !== 'address_region' || !lacksPricedRegion);
  return fields.map((field): Message => ['field_required', `${HERE}.${field}`]);
}

function aboutBuyer(shop: Shop, { lines, approved, ageConfirmed }: Checkout, price: Priced): Message[] {
  const { review_limit } = shop.settings;
  const high = review_limit !== null && price.total > review_limit && approved !== approvalOf(price);
  const adult = lines.flatMap((line, index): Message[] =>
    goodsOf(shop, line).adult && !ageConfirmed ? [['age_verification_required', `$.line_items[${index}].item`]] : [],
  );
  return [...(high ? [['high_value_order', '$.totals'] as const] : []), ...adult];
}

function warnings(shop: Shop, checkout: Checkout, price: Priced): Message[] {
  const prices = price.lines.flatMap(({ line, unit }, index): Message[] =>
    unit === line.seen ? [] : [['price_changed', `$.line_items[${index}].item.price`]],
  );
  const codes = checkout.codes.flatMap((code, index): Message[] => {
    const found = codeWarning(shop, checkout, price, code);
    return found === undefined ? [] : [[found, `$.discounts.codes[${index}]`]];
  });
  const aside = qualified(shop, checkout).some((one) => one.terms.automatic && !price.discounts.includes(one));
  if (aside && price.used.length > 0) codes.push(['discount_code_combination_disallowed', '$.discounts.applied']);
  const physical = checkout.lines.some((line) => !isDigital(goodsOf(shop, line)));
  const gone = checkout.option !== undefined || checkout.dropped !== undefined;
  const dropped = physical && !price.selected && gone;
  return [
    ...aboutLateUnits(shop, checkout),
    ...prices,
    ...changes(shop, checkout, price),
    ...codes,
    ...(dropped ? [['fulfillment_option_dropped', '$.fulfillment'] as const] : []),
    ...(checkout.hasFailed ? [['payment_failed', '$.payment'] as const] : []),
  ];
}

function codeWarning(shop: Shop, checkout: Checkout, price: Priced, code: string): string | undefined {
  const discount = shop.discounts.get(code);
  if (!discount || discount.terms.automatic) return 'discount_code_expired';
  const standing = standingAlone(shop, checkout, discount);
  if (standing !== 'applies') return `discount_code_${standing}`;
  if (!price.discounts.includes(discount)) return 'discount_code_combination_disallowed';
  const isUsed = price.used.some((one) => one.discount === discount);
  return isUsed || checkout.lines.length === 0 ? undefined : 'discount_code_without_effect';
}
