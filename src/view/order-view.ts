import { type Adjustment, refundOf } from '../domain/order/adjustment.js';
import { ruleOf } from '../domain/order/hold-rule.js';
import { countReturnedUnits } from '../domain/order/line-money.js';
import { merchantNote } from '../domain/order/note.js';
import { lineStatus, type Order, type OrderLine, orderTotal, unitsToCome } from '../domain/order/order.js';
import type { OrderAddition } from '../domain/order/order-addition.js';
import type { OrderRequest } from '../domain/order/order-request.js';
import { permittedActions } from '../domain/order/permitted.js';
import { orderTaxLines } from '../domain/order/tax-lines.js';
import { lineTitle } from '../domain/shop/item-title.js';
import type { Shop } from '../domain/shop/shop.js';
import type { Scope } from '../domain/tenant/tenant.js';
import { displayAmount, displayDay } from '../domain/values/display.js';
import type { OrderAnswer, OrderSummary } from '../schema/order.js';
import { lastPromisedDay } from '../texts/dates.js';
import { findLocale } from '../texts/locale.js';
import type { Texts } from '../texts/texts.js';
import { totalsView, type ViewSettings } from './checkout-view.js';
import { discountsView } from './discounts-view.js';
import { feesView } from './fees-view.js';
import { isoTime } from './format.js';
import { addressView } from './fulfillment-view.js';
import { itemImage, optionsView } from './item-view.js';
import type { Links } from './links.js';
import { orderPaymentView } from './order-payment-view.js';
import { requestView } from './request-view.js';
import { UCP_ORDER } from './ucp.js';

/** Scopes of those who work for the merchant. */
const MERCHANT_SCOPES = [
  'fulfillment',
  'orders:read',
  'orders:fulfill',
  'orders:money',
] as const satisfies readonly Scope[];

/** An order for a caller with these scopes (API document, Order), with amounts formatted in the reader's language. */
export function orderView(stored: Order, shop: Shop, scopes: ReadonlySet<Scope>, view: ViewSettings): OrderAnswer {
  const { links } = view;
  const order = { ...stored, language: view.language ?? stored.language };
  const { currency, language, fees, discounts, buyer, billing_address } = order;
  const tax_lines = orderTaxLines(order);
  const isForMerchant = MERCHANT_SCOPES.some((scope) => scopes.has(scope));
  return {
    id: order.id,
    created_at: isoTime(order.created_at),
    checkout_id: order.checkout_id,
    currency,
    permalink_url: links.orderUrl(order, shop),
    display_id: order.display_id,
    status: order.status,
    payment_status: order.payment_status,
    line_items: order.line_items.map((line) => lineView(order, line, links)),
    totals: totalsView(order.totals, currency, language, order.included_tax || undefined),
    ...(tax_lines && { tax_lines }),
    ...(fees && { fees: feesView(fees) }),
    ...(discounts && { discounts: discountsView(discounts.codes, discounts.applied) }),
    ...(buyer && { buyer }),
    ...(billing_address && { billing_address }),
    payment: orderPaymentView(order, view.handlers, isForMerchant),
    fulfillment: fulfillmentView(order, shop, isForMerchant),
    ucp: UCP_ORDER,
    messages: buildOrderMessages(order),
    permitted_actions: permittedActions(order, scopes),
    ...(order.adjustments.length > 0 && { adjustments: order.adjustments.map(adjustmentView) }),
    ...countersignedView(order),
    ...(order.adds_to !== undefined && { adds_to: order.adds_to }),
    ...(order.additions && { additions: order.additions.map(additionView) }),
    ...(order.requests && { requests: order.requests.map(requestView) }),
    ...(isForMerchant && merchantView(order)),
  };
}

/** The rule of a hold, and the decisions of the consumer. */
export function countersignedView(order: Order): Pick<OrderAnswer, 'release_when' | 'countersignatures'> {
  const rule = ruleOf(order);
  return {
    ...(rule && { release_when: { ...rule, release_at: isoTime(rule.release_at) } }),
    ...(order.countersigned && {
      countersignatures: order.countersigned.map(({ is_success, at, ...one }) => ({ ...one, at: isoTime(at) })),
    }),
  };
}

function additionView({ checkout_id, total, created_at, expires_at, order_id }: OrderAddition) {
  return {
    draft_id: checkout_id,
    total,
    created_at: isoTime(created_at),
    expires_at: isoTime(expires_at),
    ...(order_id !== undefined && { order_id }),
  };
}

/** Members for the merchant only. */
function merchantView(order: Order) {
  const { mail_problem, drafted_by } = order;
  const note = merchantNote(order);
  return {
    ...(note !== undefined && { note }),
    ...(drafted_by !== undefined && { drafted_by }),
    ...(mail_problem && { mail_problem: { ...mail_problem, at: isoTime(mail_problem.at) } }),
  };
}

function lineView(order: Order, line: OrderLine, links: Links) {
  const { image_url, ...item } = line.item;
  return {
    id: line.id,
    item: { ...item, ...itemImage({ image_url }, links) },
    ...optionsView(line),
    quantity: quantityView(order, line),
    status: lineStatus(order, line),
    totals: totalsView(line.totals, order.currency, order.language),
    ...(line.tax_lines && { tax_lines: [...line.tax_lines] }),
    ...(line.parent_id !== undefined && { parent_id: line.parent_id }),
    properties: [...line.properties],
  };
}

export function quantityView(order: Order, { id, quantity }: OrderLine) {
  const { total, fulfilled, canceled } = quantity;
  return { total, fulfilled, canceled, returned: countReturnedUnits(order).get(id) ?? 0 };
}

function fulfillmentView(
  { fulfillment, shipping, language }: Order,
  shop: Shop,
  isForMerchant: boolean,
): OrderAnswer['fulfillment'] {
  return {
    events: fulfillment.events.map(({ earlier_tracking, ...event }) => ({
      ...event,
      line_items: [...event.line_items],
      occurred_at: isoTime(event.occurred_at),
      ...(isForMerchant &&
        earlier_tracking && {
          earlier_tracking: earlier_tracking.map((one) => ({ ...one, until: isoTime(one.until) })),
        }),
    })),
    expectations: fulfillment.expectations.map(({ destination, ...expectation }) => ({
      ...expectation,
      line_items: [...expectation.line_items],
      ...(destination && { destination: addressView(destination) }),
      fulfillable_on: isoTime(expectation.fulfillable_on),
      fulfillable_by: lastPromisedDay(expectation.fulfillable_on, language, shop.settings.time_zone),
    })),
    ...(shipping.tax_lines && { tax_lines: [...shipping.tax_lines] }),
  };
}

export function adjustmentView(adjustment: Adjustment) {
  const { id, type, status, line_items, amount, unpaid, uncaptured, external, reason, created_at } = adjustment;
  return {
    id,
    type,
    status,
    line_items: line_items.map((line) => ({ id: line.id, quantity: line.quantity, amount: line.amount })),
    amount,
    ...(unpaid && { unpaid }),
    ...(uncaptured !== undefined && { uncaptured }),
    ...(external && { external }),
    ...(reason !== undefined && { reason }),
    created_at: isoTime(created_at),
  };
}

/**
 * Messages for people: reasons for a hold or cancellation, backordered units, pending or failed refunds, requests of the
 * buyer, and a failed capture until another one is requested.
 */
export function buildOrderMessages(order: Order) {
  const { texts, tag } = findLocale(undefined, order.language);
  const { messages } = texts;
  const info = (content: string) => ({ type: 'info', content });
  const because = (text: string, reason: string | undefined) => info(reason ? `${text}: ${reason}` : `${text}.`);
  const money = (amount: number) => displayAmount(amount, order.currency, tag);
  const capture = order.payment.progress?.captures?.at(-1);
  return [
    ...(order.status === 'on_hold' ? [because(messages.on_hold, order.hold_reason)] : []),
    ...(order.status === 'canceled' ? [because(messages.canceled, order.cancel_reason)] : []),
    ...(order.status === 'canceled' ? [] : order.line_items.flatMap((line) => comesLater(line, texts, tag))).map(info),
    ...order.adjustments.flatMap((one) => {
      const amount = money(refundOf(one));
      if (one.status === 'pending') return [info(messages.refund_pending(amount))];
      return one.status === 'failed' ? [because(messages.refund_failed(amount), one.failure)] : [];
    }),
    ...requestMessages(order.requests ?? [], messages).map(({ text, reason }) => because(text, reason)),
    ...(capture?.status === 'failed' ? [because(messages.capture_failed(money(capture.amount)), capture.failure)] : []),
  ];
}

/** Messages about requests that wait, and about the newest one once it is answered. */
function requestMessages(requests: readonly OrderRequest[], { request_types, ...texts }: Texts['messages']) {
  return requests.flatMap(({ type, status, reason, answer }, index) => {
    const name = request_types[type];
    if (status === 'waiting') return [{ text: texts.request_waiting(name), reason }];
    if (status === 'withdrawn' || index < requests.length - 1) return [];
    return [{ text: texts[`request_${status}`](name), reason: answer }];
  });
}

function comesLater(line: OrderLine, { messages }: Texts, tag: string): string[] {
  const late = unitsToCome(line);
  if (late === 0 || !line.backordered) return [];
  return [messages.comes_later(late, line.quantity.total, lineTitle(line), displayDay(line.backordered.until, tag))];
}

/** Members at the beginning of an order in every list. */
export function orderHead(order: Order) {
  return {
    id: order.id,
    display_id: order.display_id,
    created_at: isoTime(order.created_at),
    status: order.status,
    payment_status: order.payment_status,
    currency: order.currency,
    total: orderTotal(order),
  };
}

/** An entry of the order list (docs/orders.md, Reading). */
export function orderSummaryView(order: Order, shop: Shop, links: Links): OrderSummary {
  return {
    ...orderHead(order),
    item_count: order.line_items.reduce((count, line) => count + line.quantity.total, 0),
    permalink_url: links.orderUrl(order, shop),
  };
}
