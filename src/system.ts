import { v7 as uuidv7 } from 'uuid';
import { randomText } from './calls/api-key.js';
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

export const systemIds: Ids = {
  next: (prefix) => `${prefix}_${uuidv7()}`,
  uuid: () => uuidv7(),
  secret: randomText,
};
