import type { AnswerSearch } from '../../calls/answer-search.js';
import type { Decision, Rows, StoreWriter } from '../../ports.js';
import type { Author } from '../../records/audit.js';

/** Store access that erasing needs. Operations and the command line provide it. */
export interface Eraser extends Author, Pick<StoreWriter, 'list' | 'forget'> {
  readonly answers: AnswerSearch;
  /** Keys from which the ids of persons and of mail receivers are derived. */
  readonly secrets: { readonly people: Buffer; readonly mail: Buffer };
  /** Runs a decision of an organization; of all of them if it is undefined (`StoreWriter.update`). */
  step<R>(decide: (rows: Rows) => Decision<R>, organizationId: string | undefined): Promise<R>;
}
