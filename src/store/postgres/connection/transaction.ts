import type { Connections } from './connections.js';
import { PostgresFault } from './postgres-fault.js';
import type { Session } from './session.js';

/** Time limits of one statement, and of idle time within a transaction. */
const STATEMENT_TIMEOUT_MS = 15_000;
const IDLE_TIMEOUT_MS = 10_000;
/** Time beyond the statement limit after which a silent server counts as gone. */
const SILENCE_MS = 3_000;
export const SILENCE_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + SILENCE_MS;

function limits(statementMs: number): string {
  return `SET LOCAL statement_timeout = ${statementMs}; SET LOCAL idle_in_transaction_session_timeout = ${IDLE_TIMEOUT_MS}`;
}

/**
 * Allows index scans only. The server prefers to scan small tables as a whole, but such a scan would conflict with
 * every write of the table.
 */
const BEGIN_WRITING = `BEGIN ISOLATION LEVEL SERIALIZABLE; ${limits(STATEMENT_TIMEOUT_MS)}; SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off`;

/**
 * Runs `work` in a read transaction with one snapshot. BEGIN and COMMIT need no round trips of their own.
 * `statementMs`: time limit of one statement.
 * @throws PostgresFault, or any error of `work`
 */
export function readInTransaction<R>(
  connections: Connections,
  work: (session: Session) => Promise<R>,
  statementMs = STATEMENT_TIMEOUT_MS,
): Promise<R> {
  return connections.use(async (session) => {
    session.begin(`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${limits(statementMs)}`);
    try {
      return await work(session);
    } finally {
      session.end('COMMIT');
    }
  }, statementMs + SILENCE_MS);
}

/**
 * Runs `work` in a write transaction. `work` awaits `whenBegun` before its first statement that writes, and sends its
 * last statements with the COMMIT. `ahead` runs before everything else, so it determines the snapshot.
 * @throws PostgresFault, or any error of `work`; then nothing is written
 * @throws PortalError `unavailable` if the database is closed for writing
 */
export async function writeInTransaction<R>(
  session: Session,
  work: (session: Session) => Promise<R>,
  ahead: readonly string[] = [],
): Promise<R> {
  const { fence } = session;
  session.begin([BEGIN_WRITING, ...ahead, ...(fence ? [fence.statement] : [])].join('; '));
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
function catchFault(begun: Promise<void>): Promise<PostgresFault | undefined> {
  return begun.then(
    () => undefined,
    (error: unknown) => (error instanceof PostgresFault ? error : undefined),
  );
}
