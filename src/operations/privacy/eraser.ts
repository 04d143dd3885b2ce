import type { AnswerSearch } from '../../calls/answer-search.js';
import type { Decision, Rows, StoreWriter } from '../../ports.js';
import type { Author } from '../../records/audit.js';

/** What erasing needs of the store, for a call or for the command line. */
export interface Eraser extends Author, Pick<StoreWriter, 'list' | 'forget'> {
  readonly answers: AnswerSearch;
  step<R>(decide: (rows: Rows) => Decision<R>): Promise<R>;
}
