import type { IdempotencyRecord } from '../ports.js';

/** A stored response, described for searches. */
export interface StoredResponse {
  readonly record: IdempotencyRecord;
  /** Lower-case text; `undefined` if the record is damaged. */
  readonly text: string | undefined;
  /** Ids of the carts and orders it names. */
  readonly ids: readonly string[];
}

/** Searches stored responses. */
export interface AnswerSearch {
  /** Ids of the records that match `matches`. */
  find(matches: (answer: StoredResponse) => boolean): Promise<readonly string[]>;
}
