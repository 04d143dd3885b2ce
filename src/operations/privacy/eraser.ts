import type { AnswerSearch } from '../../calls/answer-search.js';
import type { EraserSecrets } from '../../calls/eraser-secrets.js';
import type { Decision, Rows, StoreWriter } from '../../ports.js';
import type { Author } from '../../records/audit.js';

/** Store access that erasing needs. Operations and the command line provide it. */
export interface Eraser extends Author, Pick<StoreWriter, 'list' | 'forget'> {
  readonly answers: AnswerSearch;
  readonly secrets: EraserSecrets;
  /** Runs a decision of an organization; of all of them if it is undefined (`StoreWriter.update`). */
  step<R>(decide: (rows: Rows) => Decision<R>, organizationId: string | undefined): Promise<R>;
}
