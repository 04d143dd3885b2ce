import type { TaxLine } from '../checkout/tax.js';
import { lineReductions } from '../order/adjustment.js';
import { chargedPerLine, countReturnedUnits } from '../order/line-money.js';
import { type Order, type OrderLine, orderTotal } from '../order/order.js';
import { amountPaid } from '../order/order-payment.js';
import { orderTaxLines } from '../order/tax-lines.js';
import { lineTitle } from '../shop/item-title.js';
import { decimalsOf } from '../values/currency.js';
import { sum } from '../values/money.js';
import { type Amount, type Cell, decimalText } from './csv.js';
import { sumOrder } from './sums.js';

/** Table layouts: `orders` has one row per order, `lines` one row per line. */
export const ROW_KINDS = ['orders', 'lines'] as const;
export type RowKind = (typeof ROW_KINDS)[number];

type Columns<Row> = readonly (readonly [name: string, of: (row: Row) => Cell])[];

interface OrderRow {
  readonly order: Order;
  readonly changed: number;
}

interface LineRow extends OrderRow {
  readonly line: OrderLine;
  /** Amount charged for the line, including its share of shipping and fees. */
  readonly worth: number;
}

/** Columns at the start of every row, in both layouts. */
const BOTH: Columns<OrderRow> = [
  ['number', ({ order }) => order.display_id],
  ['order_id', ({ order }) => order.id],
  ['placed_at', ({ order }) => new Date(order.created_at).toISOString()],
  ['status', ({ order }) => order.status],
  ['payment_status', ({ order }) => order.payment_status],
  ['currency', ({ order }) => order.currency],
];

const amountOf = (order: Order, minor: number): Amount => ({ minor, decimals: decimalsOf(order.currency) });

const sumColumns = (['subtotal', 'discounts', 'delivery', 'fees', 'tax'] as const).map(
  (name) => [name, ({ order }: OrderRow) => amountOf(order, sumOrder(order)[name])] as const,
);

const ORDER_COLUMNS: Columns<OrderRow> = [
  ...BOTH,
  ...sumColumns,
  ['tax_included', ({ order }) => (order.included_tax > 0 ? 'yes' : 'no')],
  ['tax_by_rate', ({ order }) => taxText(order, orderTaxLines(order))],
  ['total', ({ order }) => amountOf(order, orderTotal(order))],
  ['canceled', ({ order }) => amountOf(order, sumOrder(order).canceled)],
  ['paid', ({ order }) => amountOf(order, amountPaid(order))],
  ['refunds', ({ order }) => amountOf(order, sumOrder(order).refunds)],
  ['disputes', ({ order }) => amountOf(order, sumOrder(order).disputes)],
  ['units', ({ order }) => sum(order.line_items.map(({ quantity }) => quantity.total))],
  ['discount_codes', ({ order }) => order.discounts?.codes.join(' ')],
  ['email', ({ order }) => order.buyer?.email],
  ['name', ({ order }) => order.buyer && nameOf(order.buyer)],
  ['phone', ({ order }) => order.buyer?.phone_number],
  ['billing_name', ({ order }) => order.billing_address && nameOf(order.billing_address)],
  ['billing_street', ({ order }) => order.billing_address?.street_address],
  ['billing_postal_code', ({ order }) => order.billing_address?.postal_code],
  ['billing_locality', ({ order }) => order.billing_address?.address_locality],
  ['billing_region', ({ order }) => order.billing_address?.address_region],
  ['billing_country', ({ order }) => order.billing_address?.address_country],
  ['delivery_text', ({ order }) => order.fulfillment.expectations.map(({ description }) => description).join('; ')],
  ['delivery_name', ({ order }) => nameAt(order)],
  ['delivery_street', ({ order }) => placeOf(order)?.street_address],
  ['delivery_extended', ({ order }) => placeOf(order)?.extended_address],
  ['delivery_postal_code', ({ order }) => placeOf(order)?.postal_code],
  ['delivery_locality', ({ order }) => placeOf(order)?.address_locality],
  ['delivery_region', ({ order }) => placeOf(order)?.address_region],
  ['delivery_country', ({ order }) => placeOf(order)?.address_country],
  ['delivery_phone', ({ order }) => placeOf(order)?.phone_number],
  ['tracking_numbers', ({ order }) => trackingOf(order)],
  ['payment_handler', ({ order }) => order.payment.handler_id],
  ['payment_reference', ({ order }) => referencesOf(order.payment)],
  ['deployment_id', ({ order }) => order.deployment_id],
  ['changed', ({ changed }) => changed],
];

const LINE_COLUMNS: Columns<LineRow> = [
  ...BOTH,
  ['line_id', ({ line }) => line.id],
  ['item_id', ({ line }) => line.item.id],
  ['sku', ({ line }) => line.sku],
  ['title', ({ line }) => lineTitle(line)],
  ['properties', ({ line }) => line.properties.map(({ name, value }) => `${name}: ${value}`).join('; ')],
  ['quantity', ({ line }) => line.quantity.total],
  ['fulfilled', ({ line }) => line.quantity.fulfilled],
  ['canceled', ({ line }) => line.quantity.canceled],
  ['returned', ({ order, line }) => countReturnedUnits(order).get(line.id) ?? 0],
  ['price', ({ order, line }) => amountOf(order, line.item.price)],
  ['subtotal', ({ order, line }) => amountOf(order, line.allocation.subtotal)],
  [
    'discounts',
    ({ order, line: { allocation } }) => amountOf(order, allocation.items_discount + allocation.order_discount),
  ],
  ['tax', ({ order, line }) => amountOf(order, line.allocation.tax)],
  ['tax_by_rate', ({ order, line }) => taxText(order, line.tax_lines)],
  ['total', ({ order, worth }) => amountOf(order, worth)],
  ['refunds', ({ order, line }) => amountOf(order, refundsOf(order, line))],
];

export function columnNames(kind: RowKind): string[] {
  return (kind === 'orders' ? ORDER_COLUMNS : LINE_COLUMNS).map(([name]) => name);
}

/** Builds the rows of an order. In the `lines` layout, `total` and `refunds` add up to those of the order. */
export function buildRows(kind: RowKind, order: Order, changed: number): Cell[][] {
  if (kind === 'orders') return [ORDER_COLUMNS.map(([, of]) => of({ order, changed }))];
  const worth = chargedPerLine(order);
  return order.line_items.map((line, index) =>
    LINE_COLUMNS.map(([, of]) => of({ order, changed, line, worth: worth[index] ?? 0 })),
  );
}

function refundsOf({ adjustments }: Order, { id }: OrderLine): number {
  return sum(
    adjustments
      .filter(({ status }) => status === 'completed')
      .flatMap((one) => {
        const off = lineReductions(one);
        return one.line_items.map((line, index) => (line.id === id ? line.amount - (off[index] ?? 0) : 0));
      }),
  );
}

/** Formats tax by rate, summed over all categories: `DE 19 %: 4.60; DE 7 %: 0.65`. */
function taxText(order: Order, lines: readonly TaxLine[] | undefined): string | undefined {
  const byRate = new Map<string, number>();
  for (const { jurisdiction, rate_ppm, amount } of lines ?? []) {
    const rate = `${jurisdiction} ${rate_ppm / 10_000} %`;
    byRate.set(rate, (byRate.get(rate) ?? 0) + amount);
  }
  return lines && [...byRate].map(([rate, amount]) => `${rate}: ${decimalText(amountOf(order, amount))}`).join('; ');
}

/** Returns the address to which the order is shipped, or that of the pickup location. */
function placeOf({ fulfillment }: Order) {
  return fulfillment.expectations.find(({ destination }) => destination)?.destination;
}

function nameAt(order: Order): string | undefined {
  const place = placeOf(order);
  return place && nameOf(place);
}

/** The provider's reference, and those that the merchant recorded; `undefined` if there are none. */
function referencesOf({ provider_reference, received = [] }: Order['payment']): string | undefined {
  const all = [provider_reference, ...received.map(({ reference }) => reference)].filter((one) => one !== undefined);
  return all.length > 0 ? [...new Set(all)].join('; ') : undefined;
}

/** Distinct tracking numbers of all shipments. */
function trackingOf({ fulfillment }: Order): string {
  return [...new Set(fulfillment.events.flatMap(({ tracking_number }) => tracking_number ?? []))].join(' ');
}

function nameOf(person: {
  readonly full_name?: string | undefined;
  readonly first_name?: string | undefined;
  readonly last_name?: string | undefined;
}) {
  return person.full_name ?? [person.first_name, person.last_name].filter(Boolean).join(' ');
}
