/**
 * Ids of the caller's objects, and other values for the sample calls of operations. The generator of the documents and
 * the tests each create these objects before they make the sample calls, so that every sample is a valid call.
 */
export interface Things {
  readonly shop: string;
  /** An item of `shop`. The shop of the carts has an item with the same id. */
  readonly item: string;
  /** A discount code of `shop`. The shop of the carts has the same code. */
  readonly discount: string;
  /** A shop with an account for the payment handler `stripe`. */
  readonly accountShop: string;
  readonly deployment: string;
  /** An open cart with `line`. */
  readonly checkout: string;
  readonly line: string;
  /** An open cart to which `discount` is applied. */
  readonly discountedCheckout: string;
  /** A cart that can be completed with `total`. */
  readonly readyCheckout: string;
  /** Minor units. */
  readonly total: number;
  /** A paid order that contains `orderLine`. */
  readonly order: string;
  readonly orderLine: string;
  readonly heldOrder: string;
  /** An order with `trackedEvent`. */
  readonly trackedOrder: string;
  /** A recorded shipment of `trackedOrder`, with its tracking. */
  readonly trackedEvent: string;
  /** An order that is to be shipped to an address in Oregon. */
  readonly addressedOrder: string;
  /** An order with `orderRequest`. */
  readonly requestedOrder: string;
  /** A request to cancel `requestedOrder`, which waits for the merchant. */
  readonly orderRequest: string;
  /** An open draft order of `sellingShop`. */
  readonly draft: string;
  /** A shop with a cart that its buyer left. */
  readonly abandonedShop: string;
  /** The shop in which the carts and orders were created. */
  readonly sellingShop: string;
  /** An order by invoice whose payment is due. */
  readonly dueOrder: string;
  /** An order whose payment is authorized and not captured. */
  readonly authorizedOrder: string;
  readonly consumer: string;
  /** A code with which any consumer can be linked. */
  readonly linkCode: string;
  readonly agent: string;
  /** An API key. */
  readonly key: string;
  /** A grant to an assistant in `sellingShop`. */
  readonly grant: string;
  /** A staff member with the role `warehouse`. */
  readonly person: string;
  readonly signingKey: string;
  /** PEM of a public key that is not registered. */
  readonly publicKey: string;
  /** A signed receipt that was not submitted yet. */
  readonly submission: Submission;
  readonly receipt: string;
  /** A key of `consumer` that is not registered, with its proof of possession. */
  readonly consumerKey: { readonly public_key: string; readonly proof: string };
  /** A registered key of `consumer`. */
  readonly registeredConsumerKey: string;
  /** A receipt for `consumer` that `countersignature` accepts. */
  readonly countersignedReceipt: string;
  readonly countersignature: SignedStatement;
  readonly webhook: string;
  /** A pending delivery to `webhook`. */
  readonly delivery: string;
  /** Number of leaves in the receipt log. */
  readonly logSize: number;
}

interface SignedStatement {
  readonly statement: unknown;
  readonly public_key: string;
  readonly signature: string;
}

interface Submission {
  readonly receipt: unknown;
  readonly public_key: string;
  readonly signature: string;
}
