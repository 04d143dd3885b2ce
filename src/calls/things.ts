/**
 * What the sample calls of operations need: ids of objects that the caller has, and other values. Documents
 * and tests each create their own, so that one sample is a valid call everywhere.
 */
export interface Things {
  readonly shop: string;
  /** An item of `shop`, and of the shop that the carts belong to. */
  readonly item: string;
  /** A code of `shop`, and of the shop that the carts belong to. */
  readonly discount: string;
  readonly deployment: string;
  /** An open cart, with `line`. */
  readonly checkout: string;
  readonly line: string;
  /** An open cart with `discount` on it. */
  readonly discountedCheckout: string;
  /** A cart that is ready to complete at `total`. */
  readonly readyCheckout: string;
  /** Minor units. */
  readonly total: number;
  /** Placed and paid, with `orderLine`. */
  readonly order: string;
  readonly orderLine: string;
  readonly heldOrder: string;
  /** The shop that the carts and orders belong to. */
  readonly sellingShop: string;
  /** An order by invoice, whose payment is due. */
  readonly dueOrder: string;
  readonly consumer: string;
  /** A code that any consumer can be linked with. */
  readonly linkCode: string;
  readonly agent: string;
  /** An API key. */
  readonly key: string;
  readonly signingKey: string;
  /** PEM of a key that nobody has registered. */
  readonly publicKey: string;
  /** A receipt that is signed and not submitted. */
  readonly submission: Submission;
  readonly receipt: string;
  readonly webhook: string;
  /** What waits to be sent to `webhook`. */
  readonly delivery: string;
  /** Leaves in the log of receipts. */
  readonly logSize: number;
}

interface Submission {
  readonly receipt: unknown;
  readonly public_key: string;
  readonly signature: string;
}
