import { z } from 'zod';
import type { HandlerContext, ProviderEvent, ProviderRequest } from '../../../ports.js';
import { findIntentOwner } from './attempt-notes.js';
import type { StripeSdk } from './sdk.js';

/** Maximum age of a signature, in seconds. */
const TOLERANCE = 300;

/** Kinds of events that can change what `status` reports. */
const KINDS = /^(?:payment_intent|charge|refund|checkout\.session)\./;

/** Members of the objects of these events. */
const subject = z.object({
  id: z.string(),
  object: z.string(),
  metadata: z.object({ attempt_id: z.string().max(200).optional() }).nullish(),
  payment_intent: z.union([z.string(), z.object({ id: z.string() })]).nullish(),
});

/** Verifies an event of Stripe and names its attempt; `undefined` if the signature is wrong or too old. */
export async function receive(
  sdk: StripeSdk,
  webhookSecret: string,
  { body, headers, received_at }: ProviderRequest,
  notes: HandlerContext['notes'],
): Promise<ProviderEvent | undefined> {
  const event = verify(sdk, webhookSecret, body, headers['stripe-signature'] ?? '', received_at);
  if (!event) return undefined;
  const attemptId = KINDS.test(event.type) ? await attemptOf(event.data.object, notes) : undefined;
  return { id: event.id, attempt_ids: attemptId === undefined ? [] : [attemptId] };
}

function verify(sdk: StripeSdk, secret: string, body: Uint8Array, signature: string, receivedAt: number) {
  try {
    return sdk.webhooks.constructEvent(body, signature, secret, TOLERANCE, undefined, receivedAt);
  } catch {
    // It throws only about the request: its signature, its age, or that its body is no event of this kind.
    return undefined;
  }
}

/** Disputes have no metadata of ours, and those of a refund made in Stripe's dashboard are empty. */
async function attemptOf(object: unknown, notes: HandlerContext['notes']): Promise<string | undefined> {
  const { data } = subject.safeParse(object);
  if (!data) return undefined;
  if (data.metadata?.attempt_id !== undefined) return data.metadata.attempt_id;
  const intent = data.object === 'payment_intent' ? data.id : data.payment_intent;
  const intentId = typeof intent === 'string' ? intent : intent?.id;
  return intentId === undefined ? undefined : findIntentOwner(notes, intentId);
}
