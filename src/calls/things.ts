/**
 * Ids of the caller's objects and other values for the sample calls of operations. Documents and tests each create
 * their own, so that every sample is a valid call there.
 */
export interface Things {
  readonly shop: string;
  /** An item of `shop`, and of the shop that the carts belong to. */
  readonly item: string;
  /** A code of `shop`, and of the shop that the carts belong to. */
  readonly discount: string;
  readonly deployment: string;
  /** An open cart with `line`. */
  readonly checkout: string;
  readonly line: string;
  /** An open cart with `discount` on it. */
  readonly discountedCheckout: string;
  /** A cart that can be completed at `total`. */
  readonly readyCheckout: string;
  /** Minor units. */
  readonly total: number;
  /** Placed and paid, with `orderLine`. */
  readonly order: string;
  readonly orderLine: string;
  readonly heldOrder: string;
  /** The shop of the carts and orders. */
  readonly sellingShop: string;
  /** An order by invoice with payment due. */
  readonly dueOrder: string;
  readonly consumer: string;
  /** A code that can link any consumer. */
  readonly linkCode: string;
  readonly agent: string;
  /** An API key. */
  readonly key: string;
  readonly signingKey: string;
  /** PEM of an unregistered key. */
  readonly publicKey: string;
  /** A signed receipt, not submitted yet. */
  readonly submission: Submission;
  readonly receipt: string;
  readonly webhook: string;
  /** A waiting delivery to `webhook`. */
  readonly delivery: string;
  /** Leaves in the log of receipts. */
  readonly logSize: number;
}

interface Submission {
  readonly receipt: unknown;
  readonly public_key: string;
  readonly signature: string;
}
