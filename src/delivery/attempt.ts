import { outcomeOf, retryAfterOf } from '../domain/webhook/retry.js';
import { AddressRefusal, checkedAddress } from '../outbound/checked-address.js';
import type { Poster } from '../outbound/connector.js';
import { limited } from '../outbound/limited.js';
import type { OutboundRules } from '../outbound/public-url.js';
import { within } from '../outbound/within.js';
import type { Prepared, Sender } from './forms.js';
import type { Attempted, Work } from './lanes.js';

/** From the beginning of an attempt to the head of the answer. Milliseconds. */
const ANSWER_WITHIN = 10_000;

/** What attempts are made with. */
export interface Sending extends OutboundRules {
  readonly poster: Poster;
  readonly now: () => number;
  /** Milliseconds, shorter than a lease; undefined = `ANSWER_WITHIN`. */
  readonly answerWithin?: number | undefined;
}

/** Sends a delivery once; undefined = `stop` broke it off. Never throws for what a receiver or the network does. */
export function attempt(sending: Sending, { sender }: Work, stop: AbortSignal): Promise<Attempted | undefined> {
  return limited(stop, sending.answerWithin ?? ANSWER_WITHIN, async (signal) => {
    const prepared = await preparedBy(sender, sending.now(), signal);
    if (stop.aborted) return undefined;
    if (typeof prepared === 'string') return { outcome: prepared, status: null };
    try {
      return await sent(sending, prepared, signal);
    } catch (error) {
      if (stop.aborted) return undefined;
      if (error instanceof AddressRefusal && error.reason === 'not_public')
        return { outcome: 'not_public', status: null };
      return { outcome: signal.aborted ? 'timeout' : 'unreachable', status: null };
    }
  });
}

async function sent(sending: Sending, { url, message }: Exclude<Prepared, string>, signal: AbortSignal) {
  const address = await checkedAddress(url, sending.poster, sending, signal);
  const { status, retryAfter } = await sending.poster.post(url, address, message, signal);
  return { outcome: outcomeOf(status), status, retryAfter: retryAfterOf(retryAfter, sending.now()) };
}

async function preparedBy(sender: Sender, now: number, signal: AbortSignal): Promise<Prepared> {
  try {
    return await within(signal, Promise.resolve(sender(now)));
  } catch (error) {
    if (signal.aborted) return 'timeout';
    throw error;
  }
}
