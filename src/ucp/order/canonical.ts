import { type Adjustment, refundOf } from '../../domain/order/adjustment.js';
import type { FulfillmentEvent } from '../../domain/order/event.js';
import { type Expectation, lineStatus, type Order, type OrderLine } from '../../domain/order/order.js';
import { permittedActions } from '../../domain/order/permitted.js';
import { TRANSITIONS } from '../../domain/order/transitions.js';
import type { Shop } from '../../domain/shop/shop.js';
import type { PostalAddress } from '../../domain/values/address.js';
import { displayAmount } from '../../domain/values/display.js';
import { lastPromisedDay } from '../../texts/dates.js';
import { findLocale } from '../../texts/locale.js';
import { isoTime } from '../../view/format.js';
import { itemImage } from '../../view/item-view.js';
import type { Links } from '../../view/links.js';
import { buildOrderMessages } from '../../view/order-view.js';
import type { CanonicalLine } from '../checkout/canonical-forms.js';
import type { CanonicalAttestation } from './attestation.js';

/** An order with the members of all versions. Amounts are minor units; instants are RFC 3339. */
export type CanonicalOrder = ReturnType<typeof canonicalOrder>;

/** All scopes that transitions require. */
const ORDER_SCOPES = new Set(Object.values(TRANSITIONS).map(({ scope }) => scope));

/** Builds the complete order, with its state and history (UCP, Order). */
export function canonicalOrder(order: Order, shop: Shop, links: Links, attestation?: CanonicalAttestation) {
  const { id, display_id, checkout_id, currency, totals, attribution, fulfillment, adjustments } = order;
  const left = new Map(order.line_items.map((line) => [line.id, unitsLeft(order, line)]));
  return {
    id,
    label: display_id,
    checkout_id,
    permalink_url: links.orderUrl(order, shop),
    currency,
    line_items: order.line_items.map((line) => lineOf(order, line, left.get(line.id) ?? 0, links)),
    expectations: fulfillment.expectations.flatMap((one) => expectationOf(one, left, promiseText(order, shop)) ?? []),
    events: fulfillment.events.map(eventOf),
    adjustments: adjustments.flatMap((one) => adjustmentsOf(order, one)),
    totals,
    messages: buildOrderMessages(order),
    attribution,
    actions: actionsOf(order),
    attestation,
  };
}

/** Actions that the order's state permits, regardless of scopes, because platforms never perform them. */
function actionsOf(order: Order) {
  return {
    on_hold: order.status === 'on_hold',
    hold_reason: order.status === 'on_hold' ? order.hold_reason : undefined,
    permitted_actions: permittedActions(order, ORDER_SCOPES),
  };
}

/** Units that were ordered and not canceled; UCP calls this the total. */
function unitsLeft({ status }: Order, { quantity }: OrderLine): number {
  return status === 'canceled' ? 0 : quantity.total - quantity.canceled;
}

function lineOf(order: Order, line: OrderLine, total: number, links: Links) {
  const { image_url, ...item } = line.item;
  const shown: CanonicalLine['item'] = { ...item, ...itemImage({ image_url }, links) };
  return {
    id: line.id,
    item: shown,
    quantity: { original: line.quantity.total, total, fulfilled: line.quantity.fulfilled },
    status: lineStatus(order, line),
    parent_id: line.parent_id,
    properties: line.properties,
    totals: line.totals,
  };
}

/** Returns the promise for the remaining units; `undefined` if none remain. Digital items have no address. */
function expectationOf(
  expectation: Expectation,
  left: ReadonlyMap<string, number>,
  textOf: (expectation: Expectation) => string,
) {
  const { id, method_type, line_items, destination, fulfillable_on } = expectation;
  const promised = line_items
    .map((line) => ({ id: line.id, quantity: Math.min(line.quantity, left.get(line.id) ?? 0) }))
    .filter(({ quantity }) => quantity > 0);
  if (promised.length === 0) return undefined;
  const address: PostalAddress = destination ?? {};
  const description = textOf(expectation);
  return { id, method_type, line_items: promised, address, description, fulfillable_on: isoTime(fulfillable_on) };
}

/**
 * Builds descriptions that name the last promised day in words. The instant in `fulfillable_on` may fall on another day
 * in the reader's time zone.
 */
function promiseText({ language }: Order, { settings }: Shop) {
  const { texts, tag } = findLocale(undefined, language);
  return ({ description, method_type, fulfillable_on }: Expectation) =>
    method_type === 'digital'
      ? description
      : `${texts.order.expected_by(lastPromisedDay(fulfillable_on, tag, settings.time_zone))}. ${description}`;
}

function eventOf({ line_items, occurred_at, earlier_tracking: _replaced, ...event }: FulfillmentEvent) {
  return { ...event, line_items: [...line_items], occurred_at: isoTime(occurred_at) };
}

/**
 * Returns the entries for one adjustment. If the refund of a cancellation fails, the units stay canceled, so there are
 * two entries: a completed cancellation with the adjustment's id, which the platform knows, and a failed refund.
 */
function adjustmentsOf(order: Order, adjustment: Adjustment) {
  const whole = adjustmentOf(order, adjustment);
  if (adjustment.type !== 'cancellation' || adjustment.status !== 'failed') return [whole];
  const units = { ...whole, status: 'completed' as const, amount: 0 };
  const money = { ...whole, id: `${whole.id}_refund`, type: 'refund' as const, line_items: [] };
  return [units, money];
}

/**
 * Converts an adjustment. Quantities are negative, because units leave the order, and amounts are negative, because
 * money is refunded (UCP, Adjustments). A reduced debt is not a refund and is only described in words.
 */
function adjustmentOf(order: Order, adjustment: Adjustment) {
  const { id, type, status, line_items, created_at } = adjustment;
  const refund = refundOf(adjustment);
  return {
    id,
    type,
    status,
    occurred_at: isoTime(created_at),
    line_items: line_items
      .filter(({ quantity }) => quantity > 0)
      .map((line) => ({ id: line.id, quantity: -line.quantity })),
    amount: refund === 0 ? 0 : -refund,
    description: descriptionOf(order, adjustment),
  };
}

/**
 * Describes an adjustment by its reason. If it reduces a debt, the amount that is no longer owed comes first, in the
 * order's language.
 */
function descriptionOf({ currency, language }: Order, adjustment: Adjustment): string | undefined {
  const { amount, reason } = adjustment;
  const reduction = amount - refundOf(adjustment);
  if (reduction === 0) return reason;
  const { texts, tag } = findLocale(undefined, language);
  const money = texts.events.money_unpaid(displayAmount(reduction, currency, tag));
  return reason === undefined ? money : `${money}: ${reason}`;
}
