import { outcomeOf, retryAfterOf } from '../domain/webhook/retry.js';
import { AddressRefusal, checkedAddress } from '../outbound/checked-address.js';
import type { Poster } from '../outbound/connector.js';
import { FORMS, type Signing } from './forms.js';
import type { Attempted, Work } from './lanes.js';

/** From resolving the name to the head of the answer. Milliseconds. */
const ANSWER_WITHIN = 10_000;

/** What attempts are made with. */
export interface Sending extends Signing {
  readonly poster: Poster;
  readonly now: () => number;
}

/** Sends a delivery once; undefined = `stop` broke it off. Never throws for what a receiver or the network does. */
export async function attempt(
  sending: Sending,
  { delivery, target }: Work,
  stop: AbortSignal,
): Promise<Attempted | undefined> {
  const prepared = FORMS[delivery.form.kind].prepare(target, delivery, sending, sending.now());
  if (typeof prepared === 'string') return { outcome: prepared, status: null };
  const { url, message } = prepared;
  const late = AbortSignal.timeout(ANSWER_WITHIN);
  const signal = AbortSignal.any([late, stop]);
  try {
    const address = await checkedAddress(url, sending.poster, sending, signal);
    const { status, retryAfter } = await sending.poster.post(url, address, message, signal);
    return { outcome: outcomeOf(status), status, retryAfter: retryAfterOf(retryAfter, sending.now()) };
  } catch (error) {
    if (stop.aborted) return undefined;
    if (error instanceof AddressRefusal && error.reason === 'not_public')
      return { outcome: 'not_public', status: null };
    return { outcome: late.aborted ? 'timeout' : 'unreachable', status: null };
  }
}
