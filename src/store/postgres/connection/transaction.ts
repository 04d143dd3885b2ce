import type { Connections } from './connections.js';
import { PostgresFault } from './postgres-fault.js';
import type { Session } from './session.js';
import type { Statement } from './statement-group.js';
import { lockScopes, type Scopes } from './write-locks.js';

/** Time limits of one statement, and of idle time within a transaction. */
const STATEMENT_TIMEOUT_MS = 15_000;
const IDLE_TIMEOUT_MS = 10_000;
/**
 * Time limit of a write transaction. The limit for idle time does not apply while a portal that has sent only part of a
 * group of statements is frozen.
 */
const TRANSACTION_TIMEOUT_MS = 60_000;
/** Time beyond the statement limit after which a silent server counts as gone. */
const SILENCE_MS = 3_000;
/** Time limit of one statement of a check or an audit, which may read all rows of a table. */
export const CHECK_TIMEOUT_MS = 60 * 60 * 1000;
export const SILENCE_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + SILENCE_MS;
/** Time limit for each lock; shorter than that of a statement, since a long wait is no fault of the server. */
const LOCK_TIMEOUT_MS = 5_000;

export interface ReadOptions {
  /** Time limit of one statement. */
  readonly statementMs?: number;
  /** True if statements are planned for their parameters, as lists and searches need. Default: planned once. */
  readonly plansEach?: boolean;
}

/** Each statement sees what was committed before it; locks keep the transaction's own scopes unchanged meanwhile. */
const BEGIN_WRITING: Statement = { text: 'BEGIN ISOLATION LEVEL READ COMMITTED' };
const WRITE_LIMITS = writeLimits(LOCK_TIMEOUT_MS);
const WRITE_LIMIT_IN_ALL = settings({ transaction_timeout: TRANSACTION_TIMEOUT_MS });

const BEGIN_READING: Statement = { text: 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY' };

/** Lets the server plan a statement for its parameters, in any way. */
const PLAN_EACH = { plan_cache_mode: 'auto', enable_seqscan: 'on', enable_bitmapscan: 'on' };

/** Builds the time limits of a write transaction. `lockMs`: limit for each lock. */
export function writeLimits(lockMs: number): string {
  return settings({
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_TIMEOUT_MS,
    lock_timeout: lockMs,
  });
}

/** Builds the result columns of a SELECT that changes settings until the end of the transaction. */
function settings(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => `set_config('${name}', '${value}', true)`)
    .join(', ');
}

/**
 * Runs `work` in a read transaction with one snapshot. BEGIN and COMMIT need no round trips of their own.
 * @throws PostgresFault, or any error of `work`
 */
export function readInTransaction<R>(
  connections: Connections,
  work: (session: Session) => Promise<R>,
  { statementMs = STATEMENT_TIMEOUT_MS, plansEach = false }: ReadOptions = {},
): Promise<R> {
  const limits = settings({
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: IDLE_TIMEOUT_MS,
    ...(plansEach && PLAN_EACH),
  });
  return connections.use(async (session) => {
    session.begin([BEGIN_READING, { text: `SELECT ${limits}` }]);
    try {
      return await work(session);
    } finally {
      session.end('COMMIT');
    }
  }, statementMs + SILENCE_MS);
}

export interface WriteOptions {
  /** Time limits (`writeLimits`). */
  readonly limits?: string;
  /** Number of earlier transactions that failed (`lockScopes`). */
  readonly tries?: number;
}

/**
 * Runs `work` in a write transaction that locks these scopes. `work` awaits `whenBegun` before its first statement that
 * writes, and sends its last statements with the COMMIT.
 * @throws PostgresFault, or any error of `work`; then nothing is written
 * @throws PortalError `unavailable` if the database is closed for writing
 */
export async function writeInTransaction<R>(
  session: Session,
  work: (session: Session) => Promise<R>,
  scopes: Scopes,
  { limits = WRITE_LIMITS, tries = 0 }: WriteOptions = {},
): Promise<R> {
  const { fence } = session;
  const allLimits = session.limitsTransactions ? `${limits}, ${WRITE_LIMIT_IN_ALL}` : limits;
  session.begin([BEGIN_WRITING, ...lockScopes(scopes, allLimits, tries), ...(fence ? [fence.check] : [])]);
  const fault = catchFault(session.whenBegun());
  try {
    return await work(session);
  } catch (error) {
    session.end('ROLLBACK');
    const first = await fault;
    throw (await fence?.errorFor(session, first?.code)) ?? first ?? error;
  }
}

/** Resolves with the fault that prevented the transaction from beginning, if there is one. */
function catchFault(begun: Promise<unknown>): Promise<PostgresFault | undefined> {
  return begun.then(
    () => undefined,
    (error: unknown) => (error instanceof PostgresFault ? error : undefined),
  );
}
