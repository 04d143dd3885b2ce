import { orNull } from '../values/present.js';
import type { OrderSaltName } from './evidence.js';
import { HIDDEN_MEMBERS } from './hidden-members.js';
import type { Order } from './order.js';

/** Members of an order that are hashed, each by itself, so that a change can be named. */
export const ORDER_MEMBER_NAMES = [
  'seller',
  'items',
  'prices',
  'tax',
  'totals',
  'delivery',
  'payment',
  'state',
  'buyer',
  'address',
  'properties',
  'grant',
  'texts',
] as const;
export type OrderMember = (typeof ORDER_MEMBER_NAMES)[number];

export interface OrderMemberRule {
  readonly salt: OrderSaltName;
  /** Value as JSON; `undefined` if the order has none. */
  readonly of: (order: Order) => unknown;
}

export const ORDER_MEMBERS: Readonly<Record<OrderMember, OrderMemberRule>> = {
  seller: {
    salt: 'order',
    of: (order) => ({
      organization_id: order.organization_id,
      shop_id: order.shop_id,
      deployment_id: order.deployment_id,
      platform: orNull(order.platform?.profile),
      display_id: order.display_id,
      checkout_id: order.checkout_id,
      created_at: order.created_at,
    }),
  },
  items: {
    salt: 'order',
    of: ({ line_items }) =>
      line_items.map(({ id, item, sku, options = [], parent_id, backordered }) => ({
        id,
        item_id: item.id,
        title: item.title,
        sku: orNull(sku),
        options,
        parent_id: orNull(parent_id),
        backordered: orNull(backordered),
      })),
  },
  prices: {
    salt: 'order',
    of: ({ currency, line_items }) => ({
      currency,
      line_items: line_items.map(({ id, item, quantity, totals, allocation }) => ({
        id,
        price: item.price,
        quantity: quantity.total,
        totals,
        allocation,
      })),
    }),
  },
  tax: {
    salt: 'order',
    of: ({ line_items, included_tax, shipping, fees = [] }) => ({
      line_items: line_items.map(({ tax_lines }) => orNull(tax_lines)),
      shipping: orNull(shipping.tax_lines),
      fees: fees.map(({ tax_lines }) => tax_lines),
      included_tax,
    }),
  },
  totals: {
    salt: 'order',
    of: ({ totals, shipping: { fulfillment, discount, tax }, fees = [], discounts }) => ({
      totals,
      shipping: { fulfillment, discount, tax },
      fees: fees.map((fee) => ({ id: fee.id, title: fee.title, amount: fee.amount, tax: fee.tax })),
      discounts: orNull(discounts),
    }),
  },
  delivery: {
    salt: 'order',
    of: ({ fulfillment }) =>
      fulfillment.expectations.map(({ id, method_type, line_items, fulfillable_on }) => ({
        id,
        method_type,
        line_items,
        fulfillable_on,
      })),
  },
  payment: {
    salt: 'order',
    of: ({ payment: { handler_id, attempt_id, provider_reference, progress, received } }) => ({
      handler_id: orNull(handler_id),
      attempt_id: orNull(attempt_id),
      provider_reference: orNull(provider_reference),
      progress: orNull(progress),
      ...(received && { received: received.map(({ amount, created_at }) => ({ amount, created_at })) }),
    }),
  },
  state: {
    salt: 'order',
    of: ({ status, payment_status, line_items, fulfillment, adjustments, hold_rule, countersigned }) => ({
      status,
      payment_status,
      // Absent instead of null, so that no earlier hash changes.
      ...(hold_rule && { hold_rule }),
      ...(countersigned && { countersigned: countersigned.map(({ reason, reason_salt, ...one }) => one) }),
      quantities: line_items.map(({ quantity: { fulfilled, canceled } }) => ({ fulfilled, canceled })),
      events: fulfillment.events.map(({ id, type, line_items: units, occurred_at }) => ({
        id,
        type,
        line_items: units,
        occurred_at,
      })),
      adjustments: adjustments.map(({ reason, ...adjustment }) => withoutFailure(adjustment)),
    }),
  },
  buyer: { salt: 'buyer', of: HIDDEN_MEMBERS.buyer },
  address: { salt: 'address', of: HIDDEN_MEMBERS.address },
  properties: { salt: 'properties', of: HIDDEN_MEMBERS.properties },
  grant: { salt: 'grant', of: HIDDEN_MEMBERS.grant },
  texts: { salt: 'texts', of: textsOf },
};

/** Reasons, tracking and references of received amounts; `undefined` if there are none. The merchant's notes are not evidence. */
function textsOf({
  hold_reason,
  cancel_reason,
  fulfillment,
  adjustments,
  countersigned = [],
  payment: { received = [] },
}: Order): object | undefined {
  const disputes = countersigned.flatMap(({ receipt_id, reason, reason_salt }) =>
    reason === undefined ? [] : [{ receipt_id, reason, reason_salt }],
  );
  const references = received.flatMap(({ reference, created_at }) =>
    reference === undefined ? [] : [{ reference, created_at }],
  );
  const texts = {
    ...(references.length > 0 && { references }),
    ...(disputes.length > 0 && { disputes }),
    ...(hold_reason !== undefined && { hold_reason }),
    ...(cancel_reason !== undefined && { cancel_reason }),
    events: fulfillment.events.flatMap(
      ({ id, carrier, description, tracking_number, tracking_url, earlier_tracking }) => {
        const told = Object.entries({ carrier, description, tracking_number, tracking_url, earlier_tracking });
        const present = told.filter(([, text]) => text !== undefined);
        return present.length > 0 ? [{ id, ...Object.fromEntries(present) }] : [];
      },
    ),
    adjustments: adjustments.flatMap((one) => {
      const failure = 'failure' in one ? one.failure : undefined;
      if (one.reason === undefined && failure === undefined) return [];
      return [{ id: one.id, reason: orNull(one.reason), failure: orNull(failure) }];
    }),
  };
  const isEmpty = Object.keys(texts).length === 2 && texts.events.length + texts.adjustments.length === 0;
  return isEmpty ? undefined : texts;
}

function withoutFailure(adjustment: object): object {
  return Object.fromEntries(Object.entries(adjustment).filter(([name]) => name !== 'failure'));
}
