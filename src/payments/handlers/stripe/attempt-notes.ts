import type { HandlerContext } from '../../../ports.js';

type Notes = HandlerContext['notes'];

/** Stands for the payment of an attempt that was voided before it had one. */
const VOIDED = 'voided';

/** The object of Stripe that an attempt is paid with. */
export type StripePayment =
  | { readonly type: 'intent'; readonly id: string }
  | { readonly type: 'session'; readonly id: string }
  | { readonly type: 'voided' };

function parse(note: string): StripePayment {
  if (note === VOIDED) return { type: 'voided' };
  return { type: note.startsWith('cs_') ? 'session' : 'intent', id: note };
}

export async function findPayment(notes: Notes, attemptId: string): Promise<StripePayment | undefined> {
  const note = await notes.find(attemptId);
  return note === undefined ? undefined : parse(note);
}

/** Keeps the object of an attempt unless the attempt has one or was voided. Returns what is kept. */
export async function keepPayment(notes: Notes, attemptId: string, id: string): Promise<StripePayment> {
  return parse(await notes.keepFirst(attemptId, id));
}

/** Keeps that an attempt was voided unless it has an object. Returns what is kept. */
export async function keepVoided(notes: Notes, attemptId: string): Promise<StripePayment> {
  return parse(await notes.keepFirst(attemptId, VOIDED));
}

/** Keeps whose PaymentIntent this is, since disputes name only that. */
export async function keepIntentOwner(notes: Notes, intentId: string, attemptId: string): Promise<void> {
  await notes.keepFirst(intentId, attemptId);
}

export async function findIntentOwner(notes: Notes, intentId: string): Promise<string | undefined> {
  return notes.find(intentId);
}
