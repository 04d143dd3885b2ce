import { createHash } from 'node:crypto';
import type { QueryResultRow } from 'pg';
import { memo } from '../../../domain/values/memo.js';
import type { Session } from './session.js';
import type { Statement } from './statement-group.js';

/** Namespace of the portal's advisory locks. */
const SPACE = 0x706f7274;
/** Lock of the whole database: shared by writers of single scopes, exclusive for all others. */
const DATABASE = 0;
/** Lock that only checks that the server has locks. */
const TRIED = 1;
/** Maximum number of scopes whose lock numbers are cached. */
const MAX_CACHED = 10_000;
/**
 * Time limits of the first request of the lock of the whole database and of all later ones. All later writers queue
 * behind the one that waits for it, so it then lets them work for a while. The limit doubles with each request, since
 * writers with slow connections might never leave a gap; it stays below the time for which those who queue wait.
 */
const DATABASE_LOCK_TIMEOUT_MS = 250;
const MAX_DATABASE_LOCK_TIMEOUT_MS = 4_000;
export const PAUSE_WITHOUT_SCOPE_MS = 500;

const LOCKED = `
  SELECT count(*) AS locks FROM pg_locks
  WHERE locktype = 'advisory' AND classid = ${SPACE} AND pid = pg_backend_pid() AND granted`;

/**
 * Some other servers accept the statements of advisory locks but ignore them.
 * @throws Error if this server does
 */
export async function assertLocking(session: Session): Promise<void> {
  await session.run(`BEGIN; SELECT pg_try_advisory_xact_lock_shared(${SPACE}, ${TRIED})`);
  const [found] = await session.query<{ readonly locks: number }>(LOCKED);
  await session.run('COMMIT');
  if (found?.locks !== 1)
    throw new Error('the database server ignores advisory locks, so portals could overwrite the writes of each other');
}

/**
 * Scopes whose rows a transaction may read and write, each an organization's id or another name; undefined for all
 * rows.
 */
export type Scopes = ReadonlySet<string | undefined>;

/** True if the transaction had to wait for its locks. */
const WAITED = "clock_timestamp() - transaction_timestamp() > interval '1 ms' AS waited";

const LOCK_SHARED = `pg_advisory_xact_lock_shared(${SPACE}, ${DATABASE})`;
const TRY_ALL = `
  SELECT number AS missed FROM unnest($1::int[]) AS number WHERE NOT pg_try_advisory_xact_lock(${SPACE}, number)`;

/**
 * Returns the statements that lock these scopes until the end of the transaction, and the first of which also computes
 * `columns`. They must precede the transaction's first read, since only statements that begin afterwards see what the
 * previous holder has written. A transaction waits for a single scope, but of several it takes only those that are free:
 * if it held some while it waited for others, one slow organization would delay all. The lock of the database comes last
 * for the same reason; the server computes columns from left to right. So `columns` may set a `lock_timeout`, which
 * applies to all locks but that of all rows. `tries`: number of earlier requests that failed.
 */
export function lockScopes(scopes: Scopes, columns: string, tries = 0): Statement[] {
  if (scopes.has(undefined)) {
    const limit = Math.min(MAX_DATABASE_LOCK_TIMEOUT_MS, DATABASE_LOCK_TIMEOUT_MS * 2 ** tries);
    const limited = `set_config('lock_timeout', '${limit}', true)`;
    return [{ text: `SELECT ${limited}, ${lockExclusively(DATABASE)}, ${columns}, ${WAITED}` }];
  }
  const numbers = [...scopes].flatMap((scope) => (scope === undefined ? [] : [lockNumber(scope)]));
  const [first, ...others] = numbers;
  return first !== undefined && others.length === 0
    ? [{ text: `SELECT ${columns}, ${lockExclusively('$1')}, ${LOCK_SHARED}, ${WAITED}`, values: [first] }]
    : [
        { text: `SELECT ${columns}` },
        { text: TRY_ALL, values: [numbers] },
        { text: `SELECT ${LOCK_SHARED}, ${WAITED}` },
      ];
}

/** Result of the statements of `lockScopes`. */
export interface Locked {
  readonly waited: boolean;
  /** True if this scope is locked. */
  has(scope: string | undefined): boolean;
}

/** Reads the rows that the statements of `lockScopes` have selected. */
export function readLocked(rows: readonly QueryResultRow[]): Locked {
  const missed = new Set(rows.flatMap((row) => row.missed ?? []));
  return {
    waited: rows.some((row) => row.waited === true),
    has: (scope) => scope === undefined || !missed.has(lockNumber(scope)),
  };
}

/** True if a transaction that has locked `scopes` may run a decision of this scope. */
export function covers(scopes: Scopes, scope: string | undefined): boolean {
  return scopes.has(undefined) || scopes.has(scope);
}

/** Scopes with equal numbers share a lock, which only makes them wait for each other. */
const lockNumber = memo(MAX_CACHED, (scope: string): number => {
  const number = createHash('sha256').update(scope).digest().readInt32BE(0);
  return number === DATABASE || number === TRIED ? 2 : number;
});

function lockExclusively(number: number | '$1'): string {
  return `pg_advisory_xact_lock(${SPACE}, ${number})`;
}
