import type { IdempotencyRecord } from '../ports.js';

/** An answer that is kept for repeats, and what it tells of. */
export interface StoredResponse {
  readonly record: IdempotencyRecord;
  /** In lower case; undefined = the record is damaged. */
  readonly text: string | undefined;
  /** The carts and orders that are named in it. */
  readonly ids: readonly string[];
}

/** Finds answers that are kept for repeats. */
export interface AnswerSearch {
  /** The ids of the records that `isSought` takes. */
  find(isSought: (answer: StoredResponse) => boolean): Promise<readonly string[]>;
}
