import type { PostalAddress } from '../../domain/values/address.js';
import type { OrderAnswer } from '../../schema/order.js';
import type { Form } from '../checkout/form.js';

/** A form that was rejected. `action`: the last part of its path. */
interface RejectedForm {
  readonly action: string;
  readonly form: Form;
}

/** An order as its page shows it. */
export interface ShownOrder {
  readonly order: OrderAnswer;
  readonly version: number;
  /** Destination with the recipient, who is not in the order's response. */
  readonly destination?: PostalAddress | undefined;
  /** Form that was rejected, whose entries the page keeps. */
  readonly rejected?: RejectedForm | undefined;
}
