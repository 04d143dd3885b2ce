/** Limits the size of an order, since it is read and written as a whole. */
export const MAX_RECEIVED = 200;

/** Characters of a reference. That of a SEPA transfer has at most 140. */
export const MAX_REFERENCE = 200;

/** An amount that arrived outside the portal, as the merchant recorded it. */
export interface ReceivedAmount {
  /** Minor units. */
  readonly amount: number;
  /** The merchant's words, such as the bank's reference. Never shown to the buyer, since they may name others. */
  readonly reference?: string;
  readonly created_at: number;
}

interface Received {
  readonly received?: readonly ReceivedAmount[];
}

/** Returns a payment without the merchant's words about received amounts. */
export function withoutReferences<Payment extends Received>(payment: Payment): Payment {
  const { received } = payment;
  return received ? { ...payment, received: received.map(({ reference, ...one }) => one) } : payment;
}
