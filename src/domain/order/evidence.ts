/** Members of an order that its receipt context holds as hashes, because they are personal or free text. */
export type HiddenMember = 'buyer' | 'address' | 'properties' | 'grant';

/** Names of the salts of an order. Each is removed with the values that it hides, except `order`, which hides the rest. */
export type OrderSaltName = HiddenMember | 'order' | 'texts';

/** Salts that prove the members of an order together with their values (docs/receipts-format.md, Context). */
export interface OrderEvidence {
  /** Version of the order's receipt context; absent for version 1. */
  readonly context?: 2;
  /** True once the log has an entry of the order, or one waits; absent for orders that an upgrade has yet to enter. */
  readonly entered?: true;
  readonly salts: { readonly order: string } & { readonly [Name in Exclude<OrderSaltName, 'order'>]?: string };
  /** Hashes of hidden members as ordered, once they are erased or changed. */
  readonly hashes?: { readonly [Name in HiddenMember]?: string };
}
