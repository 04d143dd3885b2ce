import type { Delivery, DeliveryForm, Outcome } from '../domain/webhook/delivery.js';
import type { Message } from '../outbound/connector.js';
import type { Rows, Wanted, Write } from '../ports.js';
import type { Author } from '../records/audit.js';

/** A request that can be sent, or why there is none. */
export type Prepared = { readonly url: URL; readonly message: Message } | Outcome;

/** Makes the request of one attempt, at this instant. Milliseconds. */
export type Sender = (now: number) => Prepared | Promise<Prepared>;

/** A delivery in one of the forms, with its body. */
export type InForm<F extends DeliveryForm> = Delivery & { readonly form: F; readonly payload: string };

/** How the deliveries of a kind become requests. */
export interface Form<F extends DeliveryForm> {
  /** What is read of these receivers, together with their deliveries. */
  wanted(receivers: readonly string[]): Wanted;
  /** Undefined = the receiver takes nothing any more. */
  sender(rows: Rows, delivery: InForm<F>): Sender | undefined;
  /** What is written when the receiver has said that it is gone for good. */
  goneWrites(rows: Rows, by: Author, delivery: Delivery): readonly Write[];
}

/** The form of each kind of receiver: a new kind is a member here, and says in `DeliveryForm` what is frozen with an event. */
export type Forms = { readonly [F in DeliveryForm as F['kind']]: Form<F> };

/** Undefined = the receiver takes nothing any more. */
export function senderOf(forms: Forms, rows: Rows, delivery: Delivery & { readonly payload: string }) {
  const { form } = delivery;
  return form.kind === 'ucp'
    ? forms.ucp.sender(rows, { ...delivery, form })
    : forms.webhook.sender(rows, { ...delivery, form });
}
