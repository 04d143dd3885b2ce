import { IN_FAILED_TRANSACTION } from './sqlstates.js';

/** Error of a COMMIT that the server answered with ROLLBACK, as it does after a failed statement. */
export const ROLLED_BACK = {
  severity: 'ERROR',
  code: IN_FAILED_TRANSACTION,
  message: 'the transaction was rolled back instead of committed, because one of its statements had failed',
};

/** True if the server has rolled back instead of committing. `tag`: its response to the statement. */
export function isRolledBack(statement: string, tag: string): boolean {
  return statement === 'COMMIT' && tag === 'ROLLBACK';
}
