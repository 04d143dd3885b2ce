import { PortalError } from '../domain/errors/portal-error.js';
import { RETRY_AFTER } from '../domain/errors/retry-after.js';
import { DatabaseFault } from '../ports.js';

/** The only row of `data_move`: the move in which the database takes part. */
export interface DataMove {
  /** Id of the move, equal in both databases. */
  readonly move: string;
  /** `from`: rows are copied from this database; `to`: they are copied to it. */
  readonly role: 'from' | 'to';
  /** `closed`: the last rows are being copied; `done`: the other database has all rows. */
  readonly state: 'copying' | 'closed' | 'done';
  /** The other database, without its password. */
  readonly other: string;
}

/** True if a move has closed the database for writing. */
export function isClosed({ role, state }: DataMove): boolean {
  return role === 'from' ? state !== 'copying' : state === 'copying';
}

/** Describes why a closed database cannot be opened, and what to do. */
export function closedFault({ role, state, other }: DataMove): DatabaseFault {
  const reopen = '`portal migrate-data --from … --reopen` makes this one serve again';
  if (role === 'to')
    return new DatabaseFault('moved', `the data of ${other} is being copied here: go on with \`portal migrate-data\``);
  if (state === 'done')
    return new DatabaseFault(
      'moved',
      `the data was moved to ${other}: use that database. ${reopen}, without what was written there`,
    );
  return new DatabaseFault(
    'moved',
    `the data is being moved to ${other}: go on with \`portal migrate-data\`. ${reopen}`,
  );
}

/** Builds the error that a caller gets if the database is closed for writing. The cause is only logged. */
export function closedRefusal(cause: Error): PortalError {
  const detail = 'The database is closed for writing at the moment; try again later.';
  return Object.assign(new PortalError('unavailable', detail, RETRY_AFTER), { cause });
}
