import type { Ids, StoreWriter } from '../ports.js';

/** Dependencies of the endpoints that issue and end tokens. */
export interface TokenDeps {
  readonly store: StoreWriter;
  readonly ids: Ids;
  /** Secret of the database from which the tokens that replace others are derived. */
  readonly secret: Buffer;
  readonly publicUrl: () => string;
  now(): number;
}
