import { EVENT_TYPES, type EventType as FulfillmentEventType } from '../order/event.js';

/** Kind of object that an event is about. */
export type EventSubject = 'order' | 'payment' | 'item' | 'receipt' | 'signing_key' | 'webhook';

interface EventRow {
  readonly subject: EventSubject;
  readonly when: string;
}

const FULFILLED: Readonly<Record<FulfillmentEventType, string>> = {
  shipped: 'Units of an order were shipped.',
  picked_up: 'Units were picked up.',
  provisioned: 'Digital units were provided.',
  ready_for_pickup: 'Units wait in the shop to be picked up.',
  in_transit: 'Shipped units are on their way.',
  delivered: 'Shipped units were delivered.',
  failed_attempt: 'A delivery attempt failed; the carrier will try again.',
  undeliverable: 'Units could not be delivered.',
  returned_to_sender: 'Units are being returned to the sender.',
};

type OrderEvent = `order.${FulfillmentEventType}`;

const ofFulfillment = Object.fromEntries(
  EVENT_TYPES.map((type): [OrderEvent, EventRow] => [`order.${type}`, { subject: 'order', when: FULFILLED[type] }]),
) as Record<OrderEvent, EventRow>;

const of = (subject: EventSubject, when: string): EventRow => ({ subject, when });

/** All event types (source of docs/webhooks.md). */
export const WEBHOOK_EVENTS = {
  'order.created': of('order', 'An order was placed.'),
  'order.held': of('order', 'An order was put on hold.'),
  'order.released': of('order', 'The hold on an order was released.'),
  'order.paid': of('order', 'Payment of an unpaid order was recorded, all of it or the last part.'),
  'order.payment_received': of(
    'order',
    'A part of the payment of an unpaid order was recorded; the rest is still owed.',
  ),
  ...ofFulfillment,
  'order.units_canceled': of('order', 'Units of an order were canceled.'),
  'order.canceled': of('order', 'An order was canceled.'),
  'order.refund_recorded': of('order', 'A refund was recorded; its money may still be on the way.'),
  'order.return_recorded': of('order', 'Returned units were recorded.'),
  'order.refund_completed': of('order', 'A refund was paid out.'),
  'order.refund_failed': of('order', 'A refund could not be paid out.'),
  'order.payment_voided': of('order', 'The payment of a canceled order, or what was left of it, was voided.'),
  'order.capture_requested': of('order', 'A capture was requested; its money may still be on the way.'),
  'order.capture_completed': of('order', 'An authorized payment was captured, all or part of it.'),
  'order.capture_failed': of('order', 'A capture failed.'),
  'order.authorization_expiring': of('order', 'The authorization of a payment ends within a day: capture it now.'),
  'order.authorization_renewed': of('order', 'The authorization of a payment was extended.'),
  'order.authorization_expired': of('order', 'The authorization of a payment ended; what was not captured is lost.'),
  'order.dispute_opened': of('order', 'The buyer or a bank disputes a payment. Evidence is due until `evidence_due`.'),
  'order.dispute_updated': of('order', 'The amount, the reason or the end of the time for evidence changed.'),
  'order.dispute_evidence_due': of('order', 'Evidence about an open dispute is due within two days.'),
  'order.dispute_won': of('order', 'A dispute ended, and the money stays with the shop.'),
  'order.dispute_lost': of('order', 'A dispute was lost: its amount is gone.'),
  'order.change_requested': of('order', 'The buyer asked for a cancellation, a return or another address: answer it.'),
  'order.change_accepted': of('order', 'A return was agreed to, or the address was changed, on request of the buyer.'),
  'order.change_refused': of('order', 'A request of the buyer was refused.'),
  'order.change_withdrawn': of('order', 'The buyer took a request back.'),
  'order.erased': of('order', 'The buyer of an order was erased: erase them too.'),
  'order.updated': of('order', 'Something else about an order changed, such as its link.'),
  'payment.late_success': of(
    'payment',
    'A payment succeeded after it had ended without an order. Its money was given back.',
  ),
  'item.created': of('item', 'An item was added to a shop.'),
  'item.updated': of('item', 'An item changed. Stock changes send no event.'),
  'item.withdrawn': of('item', 'An item was taken off sale.'),
  'receipt.accepted': of('receipt', 'A job receipt was verified and appended to the log.'),
  'signing_key.registered': of('signing_key', 'A signing key was registered, alone or as a replacement.'),
  'signing_key.retired': of('signing_key', 'A signing key was replaced by another.'),
  'signing_key.revoked': of('signing_key', 'A signing key was revoked.'),
} as const satisfies Readonly<Record<string, EventRow>>;

export type WebhookEventType = keyof typeof WEBHOOK_EVENTS;

/** Type of the test event, which is sent to any webhook on request. */
export const PING = 'webhook.ping';

/** Types of events that are only sent by mail. */
export const MAIL_EVENT_TYPES = [
  'payment.action_required',
  'checkout.drafted',
  'item.stock_low',
  'delivery.dead',
  'log.stopped',
  'log.resumed',
  'mail.test',
  'sign_in.requested',
  'staff.invited',
] as const;

export type SentType = WebhookEventType | typeof PING | (typeof MAIL_EVENT_TYPES)[number];

export const WEBHOOK_EVENT_TYPES = Object.keys(WEBHOOK_EVENTS).filter(isWebhookEvent);

export const SENT_TYPES: readonly SentType[] = [...WEBHOOK_EVENT_TYPES, PING, ...MAIL_EVENT_TYPES];

export function isWebhookEvent(name: string): name is WebhookEventType {
  return Object.hasOwn(WEBHOOK_EVENTS, name);
}

/**
 * Returns the event type for a change of an order, by its action in the history. `recorded`: type of the newest
 * fulfillment event.
 */
export function orderEventOf(action: string, recorded: FulfillmentEventType | undefined): WebhookEventType {
  if (action === 'order.placed') return 'order.created';
  if (action === 'order.event_recorded' && recorded) return `order.${recorded}`;
  return isWebhookEvent(action) ? action : 'order.updated';
}
