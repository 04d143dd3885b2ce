import type { Delivery, DeliveryForm, Outcome } from '../domain/webhook/delivery.js';
import type { Message } from '../outbound/connector.js';
import type { Rows, Wanted, Write } from '../ports.js';
import type { Author } from '../records/audit.js';

/** Outcome of one delivery attempt. */
export interface AttemptResult {
  readonly outcome: Outcome;
  readonly status: number | null;
  /** Milliseconds, if the receiver sent `Retry-After`. */
  readonly retryAfter?: number | undefined;
}

/** An HTTP request, which may go to a verified public address only. */
export interface HttpRequest {
  readonly url: URL;
  readonly message: Message;
}

/** A message that is not sent over HTTP. */
export interface OwnSending {
  /** Sends the message once. An error means that the receiver could not be reached. */
  send(signal: AbortSignal): Promise<AttemptResult>;
}

/** The message of an attempt, or the attempt's outcome if there is nothing to send. */
export type Prepared = HttpRequest | OwnSending | Outcome;

/** Reason to end a delivery without an attempt. */
export type SkipReason = Extract<Outcome, 'not_active' | 'outdated'>;

/** Builds the message of one attempt made at `now`. */
export type Sender = (now: number) => Prepared | Promise<Prepared>;

/** A delivery of one form, with its body. */
export type InForm<F extends DeliveryForm> = Delivery & { readonly form: F; readonly payload: string };

/** Turns the deliveries of one kind of receiver into requests. */
export interface Form<F extends DeliveryForm> {
  /** Names the rows that the senders of these deliveries read, so that the store can fetch them together. */
  readOf(deliveries: readonly Delivery[]): readonly Wanted[];
  /**
   * Returns the sender of a delivery, or the reason not to send it. `not_active`: the receiver no longer accepts
   * anything.
   */
  sender(rows: Rows, delivery: InForm<F>, now: number): Sender | SkipReason;
  /** Returns the writes that follow from an attempt, such as stopping a webhook that has responded with 410 (Gone). */
  followUpWrites(rows: Rows, by: Author, delivery: Delivery, attempted: AttemptResult): readonly Write[];
}

/**
 * One member per kind of receiver. A new kind must also declare in `DeliveryForm` the data that is frozen with an
 * event.
 */
export type Forms = { readonly [F in DeliveryForm as F['kind']]: Form<F> };

/** Finds the sender of a delivery, or the reason not to send it. */
export function findSender(
  forms: Forms,
  rows: Rows,
  delivery: Delivery & { readonly payload: string },
  now: number,
): Sender | SkipReason {
  const { form } = delivery;
  if (form.kind === 'webhook') return forms.webhook.sender(rows, { ...delivery, form }, now);
  if (form.kind === 'ucp') return forms.ucp.sender(rows, { ...delivery, form }, now);
  if (form.kind === 'mail') return forms.mail.sender(rows, { ...delivery, form }, now);
  return forms.operator.sender(rows, { ...delivery, form }, now);
}
