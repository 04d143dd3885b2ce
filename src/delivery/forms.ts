import type { Delivery, DeliveryForm, Outcome } from '../domain/webhook/delivery.js';
import type { Message } from '../outbound/connector.js';
import type { Rows, Wanted, Write } from '../ports.js';
import type { Author } from '../records/audit.js';

/** The request of an attempt, or the attempt's outcome if no request can be made. */
export type Prepared = { readonly url: URL; readonly message: Message } | Outcome;

/** Builds the request of one attempt made at `now`. */
export type Sender = (now: number) => Prepared | Promise<Prepared>;

/** A delivery of one form, with its body. */
export type InForm<F extends DeliveryForm> = Delivery & { readonly form: F; readonly payload: string };

/** Turns the deliveries of one kind of receiver into requests. */
export interface Form<F extends DeliveryForm> {
  /** Names the rows of these receivers, so that the store can fetch them together. */
  readOf(receivers: readonly string[]): Wanted;
  /** Returns the sender of a delivery; `undefined` if the receiver no longer accepts anything. */
  sender(rows: Rows, delivery: InForm<F>): Sender | undefined;
  /** Returns the writes for a receiver that has responded with 410 (Gone). */
  goneWrites(rows: Rows, by: Author, delivery: Delivery): readonly Write[];
}

/**
 * One member per kind of receiver. A new kind must also declare in `DeliveryForm` the data that is frozen with an
 * event.
 */
export type Forms = { readonly [F in DeliveryForm as F['kind']]: Form<F> };

/** Finds the sender of a delivery; `undefined` if the receiver no longer accepts anything. */
export function findSender(forms: Forms, rows: Rows, delivery: Delivery & { readonly payload: string }) {
  const { form } = delivery;
  return form.kind === 'ucp'
    ? forms.ucp.sender(rows, { ...delivery, form })
    : forms.webhook.sender(rows, { ...delivery, form });
}
