import { type Attempt, type Checkout, type Instrument, removeContent as withoutContent } from '../checkout/checkout.js';
import type { Draft } from '../checkout/draft.js';
import { erasePlatform } from '../checkout/platform-part.js';
import { deliveryTitle } from '../order/delivery-text.js';
import type { OrderCountersignature } from '../order/hold.js';
import type { Expectation, Order } from '../order/order.js';
import { eraseEvidence } from '../order/order-evidence.js';
import type { OrderRequest } from '../order/order-request.js';
import { withoutReferences } from '../order/received-amount.js';
import type { Destination, PostalAddress } from '../values/address.js';

/**
 * Removes a person's data from an order: buyer, names, streets, phone numbers, instrument details, free texts, tracking
 * numbers, marketing source, the grant and linked account, and the properties of lines unless the context of receipts
 * has them. Amounts, lines and the address parts that determine prices and taxes remain.
 */
export function eraseOrder(order: Order, now: number): Order {
  const { buyer, hold_reason, note, hold_note, cancel_reason, billing_address, attribution, grant, ...rest } = order;
  const evidence = eraseEvidence(order);
  return {
    ...rest,
    ...(evidence && { evidence }),
    ...(evidence?.context === 2 && { line_items: order.line_items.map((line) => ({ ...line, properties: [] })) }),
    buyer_id: '',
    ...(order.platform && { platform: erasePlatform(order.platform) }),
    ...(billing_address && { billing_address: placeOf(billing_address) }),
    fulfillment: {
      events: order.fulfillment.events.map(
        ({ description, tracking_number, tracking_url, earlier_tracking, ...event }) => event,
      ),
      expectations: order.fulfillment.expectations.map(erasedExpectation),
    },
    payment: {
      ...withoutReferences(order.payment),
      ...(order.payment.instrument && { instrument: erasedInstrument(order.payment.instrument) }),
    },
    adjustments: order.adjustments.map(({ reason, ...adjustment }) => adjustment),
    ...(order.countersigned && {
      countersigned: order.countersigned.map(({ reason, reason_salt, ...one }) => one),
    }),
    ...(order.requests && { requests: order.requests.map(erasedRequest) }),
    updated_at: now,
  };
}

/**
 * Removes the reasons that a consumer gave for its disputes, with their salts. `salt`: a new one for the free texts of the
 * order, since with the earlier one a guess of a reason could still be compared with the log. `undefined` if it gave none.
 */
export function eraseReasons(order: Order, consumerId: string, salt: string, now: number): Order | undefined {
  const { countersigned = [], evidence } = order;
  const isTheirs = ({ consumer_id, reason }: OrderCountersignature) =>
    consumer_id === consumerId && reason !== undefined;
  if (!countersigned.some(isTheirs)) return undefined;
  return {
    ...order,
    countersigned: countersigned.map((one) => {
      const { reason, reason_salt, ...decision } = one;
      return isTheirs(one) ? decision : one;
    }),
    ...(evidence && { evidence: { ...evidence, salts: { ...evidence.salts, texts: salt } } }),
    updated_at: now,
  };
}

/**
 * Removes a person's data from a checkout. A completed checkout retains its frozen terms, which its order still uses;
 * any other checkout is canceled and loses its content.
 */
export function eraseCheckout(checkout: Checkout, now: number): Checkout {
  const erased = { buyer_id: '', ...(checkout.platform && { platform: erasePlatform(checkout.platform) }) };
  if (checkout.state !== 'completed')
    return { ...withoutContent({ ...checkout, state: 'canceled' }), ...erased, updated_at: now };
  const { buyer, billing_address, destination, attempt, direct, draft, spender, ...rest } = checkout;
  return {
    ...rest,
    ...erased,
    // Without its hashes, a repeat of the call is a conflict, like one whose stored response was erased.
    ...(direct && { direct: {} }),
    ...(draft && { draft: eraseDraft(draft) }),
    ...(billing_address && { billing_address: placeOf(billing_address) }),
    ...(destination && { destination: placeOfDestination(destination) }),
    ...(attempt && { attempt: eraseAttempt(attempt) }),
    updated_at: now,
  };
}

/** Keeps what the price depends on: an addition to an order is delivered for nothing. */
function eraseDraft({ note: _note, with_order, ...draft }: Draft): Draft {
  if (!with_order) return draft;
  const { destination, ...rest } = with_order;
  return {
    ...draft,
    with_order: { ...rest, ...(destination && { destination: placeOfDestination(destination) }) },
  };
}

function placeOfDestination(destination: Destination): Destination {
  return { ...placeOf(destination), address_country: destination.address_country };
}

function eraseAttempt({ grant: _grant, ...attempt }: Attempt): Attempt {
  return { ...attempt, ...(attempt.instrument && { instrument: erasedInstrument(attempt.instrument) }) };
}

/** Reduces the description to the option's title, since descriptions contain the recipient and instructions. */
function erasedExpectation(expectation: Expectation): Expectation {
  const { destination } = expectation;
  return {
    ...expectation,
    description: deliveryTitle(expectation),
    ...(destination && { destination: placeOf(destination) }),
  };
}

function erasedRequest({ reason, answer, destination, ...request }: OrderRequest): OrderRequest {
  return destination ? { ...request, destination: placeOfDestination(destination) } : request;
}

function placeOf({ address_country, address_region, postal_code }: PostalAddress): PostalAddress {
  return {
    ...(address_country !== undefined && { address_country }),
    ...(address_region !== undefined && { address_region }),
    ...(postal_code !== undefined && { postal_code }),
  };
}

function erasedInstrument({ handler_id, type }: Instrument): Instrument {
  return { id: 'erased', handler_id, ...(type !== undefined && { type }) };
}
