import type { Destination } from '../values/address.js';

/** An earlier order with which the goods of a draft are sent. */
export interface WithOrder {
  readonly order_id: string;
  /** The delivery is free for at most these units of each item, by this option, to this destination. */
  readonly items: readonly { readonly id: string; readonly units: number }[];
  readonly option_id?: string;
  readonly destination?: Destination;
}

/** Present on a checkout that staff prepared for a buyer, who pays it by a link. */
export interface Draft {
  /** Id of the staff member or API key that prepared it. */
  readonly by: string;
  /** Text for the merchant alone, which becomes the note on the order. */
  readonly note?: string;
  /**
   * Time at which somebody last had the link mailed, in milliseconds since the epoch. Absent if it was not, since the
   * portal or the shop sends no such mail.
   */
  readonly mailed_at?: number;
  /** Present if it adds items to an order. */
  readonly with_order?: WithOrder;
}
