import { v7 } from 'uuid';
import { randomText } from './calls/api-key.js';
import { takeRandomBytes } from './domain/values/random-bytes.js';
import type { Clock, Ids } from './ports.js';

/** Clock and ids of a running process. Commands load them without the rest of a portal. */

export const systemClock: Clock = {
  now: () => Date.now(),
  // The `setTimeout` of `node:timers/promises` rejects when it is aborted, and that error is a tenth of the processor time
  // that the event of a payment provider takes.
  sleep: (milliseconds, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return;
      const timer = setTimeout(resolve, milliseconds).unref();
      signal?.addEventListener('abort', () => clearTimeout(timer), { once: true });
    }),
};

/** Time and counter of the last UUID: ids of a process ascend, even within a millisecond. */
const last = { msecs: 0, seq: 0 };

/** Creates a UUID v7 as the package does by itself, but without fetching random bytes for each one. */
function uuidv7(): string {
  const random = takeRandomBytes(16);
  const now = Date.now();
  if (now > last.msecs) {
    last.msecs = now;
    // 31 bits, so that the counter cannot overflow within the millisecond.
    last.seq = random.readUInt32BE(6) & 0x7fffffff;
  } else last.seq += 1;
  return v7({ random, ...last });
}

export const systemIds: Ids = {
  next: (prefix) => `${prefix}_${uuidv7()}`,
  uuid: () => uuidv7(),
  secret: randomText,
};
