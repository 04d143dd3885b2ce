/** Items that were added to a placed order. The buyer pays them as an order of their own, which is sent with it. */
export interface OrderAddition {
  /** The draft that its buyer pays. */
  readonly checkout_id: string;
  /** Total at the prices of the day on which it was added. Minor units. */
  readonly total: number;
  readonly created_at: number;
  /** Time until which the buyer can pay it, in milliseconds since the epoch. */
  readonly expires_at: number;
  /** The order of these items, once they are paid. */
  readonly order_id?: string;
}
