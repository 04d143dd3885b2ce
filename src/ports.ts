/** Current time in milliseconds since the epoch, and timers. */
export interface Clock {
  now(): number;
  /** Resolves after this time, or never if the signal aborts before. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

export type IdPrefix =
  | 'cli'
  | 'grt'
  | 'org'
  | 'shop'
  | 'dep'
  | 'con'
  | 'agt'
  | 'cart'
  | 'chk'
  | 'li'
  | 'ord'
  | 'req'
  | 'sgn'
  | 'evt'
  | 'adj'
  | 'cap'
  | 'key'
  | 'pay'
  | 'whk';

export interface Ids {
  /** Returns a new time-ordered id: prefix, `_`, UUIDv7. */
  next(prefix: IdPrefix): string;
  /** Returns a new time-ordered id without a prefix: UUIDv7, for example of a receipt or a signing key. */
  uuid(): string;
  /** Returns `length` random base62 characters, for a secret such as an API key or a code. */
  secret(length: number): string;
}

export * from './ports/database-fault.js';
export * from './ports/lists.js';
export * from './ports/log.js';
export * from './ports/media.js';
export * from './ports/outbox-lists.js';
export * from './ports/page.js';
export * from './ports/payment.js';
export * from './ports/processes.js';
export * from './ports/put.js';
export * from './ports/search.js';
export * from './ports/stock.js';
export * from './ports/store.js';
export * from './ports/tables.js';
