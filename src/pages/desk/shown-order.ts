import type { PostalAddress } from '../../domain/values/address.js';
import type { OrderAnswer } from '../../schema/order.js';
import type { RejectedForm } from './form-fields.js';

/** An order as its page shows it. */
export interface ShownOrder {
  readonly order: OrderAnswer;
  readonly version: number;
  /** Destination with the recipient, who is not in the order's response. */
  readonly destination?: PostalAddress | undefined;
  readonly rejected?: RejectedForm | undefined;
}
