import { isMailReceiver } from '../domain/webhook/mail-receiver.js';
import { classifyStatus, parseRetryAfter } from '../domain/webhook/retry.js';
import { AddressRefusal, checkedAddress } from '../outbound/checked-address.js';
import type { Poster } from '../outbound/connector.js';
import type { OutboundRules } from '../outbound/public-url.js';
import { runWithTimeLimit } from '../outbound/run-with-time-limit.js';
import { untilAborted } from '../outbound/until-aborted.js';
import type { AttemptResult, Prepared, Sender } from './forms.js';
import type { LeasedDelivery } from './lanes.js';

/** Time limit of an attempt, until the response headers arrive. */
const TIMEOUT_MS = 10_000;
/** A mail server may take long to check a message, and if its late answer is lost, it gets a second copy. */
const MAIL_TIMEOUT_MS = 45_000;

export interface AttemptDeps extends OutboundRules {
  readonly poster: Poster;
  readonly now: () => number;
  /** Must be shorter than a lease. Defaults to `TIMEOUT_MS`, or `MAIL_TIMEOUT_MS` for mail. */
  readonly timeoutMs?: number | undefined;
}

/**
 * Sends a delivery once. Returns `undefined` if `stop` aborted it. Faults of the receiver and the network are outcomes,
 * never errors.
 */
export function attempt(
  sending: AttemptDeps,
  { sender, delivery }: LeasedDelivery,
  stop: AbortSignal,
): Promise<AttemptResult | undefined> {
  const limit = isMailReceiver(delivery.receiver) ? MAIL_TIMEOUT_MS : TIMEOUT_MS;
  return runWithTimeLimit(stop, sending.timeoutMs ?? limit, async (signal) => {
    const prepared = await prepareRequest(sender, sending.now(), signal);
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

async function sent(
  sending: AttemptDeps,
  prepared: Exclude<Prepared, string>,
  signal: AbortSignal,
): Promise<AttemptResult> {
  if ('send' in prepared) return prepared.send(signal);
  const { url, message } = prepared;
  const address = await checkedAddress(url, sending.poster, sending, signal);
  const { status, retryAfter } = await sending.poster.post(url, address, message, signal);
  return { outcome: classifyStatus(status), status, retryAfter: parseRetryAfter(retryAfter, sending.now()) };
}

async function prepareRequest(sender: Sender, now: number, signal: AbortSignal): Promise<Prepared> {
  try {
    return await untilAborted(signal, Promise.resolve(sender(now)));
  } catch (error) {
    if (signal.aborted) return 'timeout';
    throw error;
  }
}
