import type { IdempotencyRecord } from '../ports.js';

/** A stored response in the form that searches examine. */
export interface StoredResponse {
  readonly record: IdempotencyRecord;
  /** Text of the response in lower case; empty if it is encrypted, `undefined` if the record is damaged. */
  readonly text: string | undefined;
  /** Ids of the carts and orders in the response. */
  readonly ids: readonly string[];
}

/** A stored response that a search has found. */
export interface FoundAnswer {
  readonly id: string;
  /** `undefined` if the record was stored before it named its organization. */
  readonly organization_id: string | undefined;
}

/** Searches stored responses. */
export interface AnswerSearch {
  /** Finds the records for which `matches` returns true. */
  find(matches: (answer: StoredResponse) => boolean): Promise<readonly FoundAnswer[]>;
}
