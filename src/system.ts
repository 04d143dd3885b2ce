import { setTimeout as sleep } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import { randomText } from './calls/api-key.js';
import type { Clock, Ids } from './ports.js';

/** Clock and ids of a running process. Commands load them without the rest of a portal. */

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (milliseconds, signal) => sleep(milliseconds, undefined, { ref: false, ...(signal && { signal }) }),
};

export const systemIds: Ids = {
  next: (prefix) => `${prefix}_${uuidv7()}`,
  uuid: () => uuidv7(),
  secret: randomText,
};
