import type { Connections } from './connections.js';
import { PostgresFault } from './postgres-fault.js';
import type { Session } from './session.js';

/** No statement of a transaction takes so long, and no transaction is left idle so long. Milliseconds. */
const STATEMENT = 15_000;
const IDLE = 10_000;
/** A server that has said nothing for so long, as it would at the end of a statement's time, is gone. Milliseconds. */
export const PATIENCE = STATEMENT + 3_000;

const LIMITS = `SET LOCAL statement_timeout = ${STATEMENT}; SET LOCAL idle_in_transaction_session_timeout = ${IDLE}`;

/** Everything that is read is of one moment. */
const BEGIN_READING = `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${LIMITS}`;

/**
 * Rows are found by indexes alone: where the server walks along a whole table, which it does with small ones, the transaction
 * would conflict with each write of that table.
 */
const BEGIN_WRITING = `BEGIN ISOLATION LEVEL SERIALIZABLE; ${LIMITS}; SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off`;

/**
 * Reads in one transaction, which is of one moment. It begins with the first trip and ends without one.
 * @throws PostgresFault, or whatever `work` throws
 */
export function reading<R>(connections: Connections, work: (session: Session) => Promise<R>): Promise<R> {
  return connections.use(async (session) => {
    session.begin(BEGIN_READING);
    try {
      return await work(session);
    } finally {
      session.end('COMMIT');
    }
  }, PATIENCE);
}

/**
 * Writes in one transaction. `work` waits for `begun` before the first statement that writes, sends its last statements and the COMMIT
 * together and waits for all. `ahead` is run before anything else, and is the first that the transaction sees of the database.
 * @throws PostgresFault, or whatever `work` throws, with nothing written
 * @throws PortalError `unavailable` when the database is closed for writing
 */
export async function writing<R>(
  session: Session,
  work: (session: Session) => Promise<R>,
  ahead: readonly string[] = [],
): Promise<R> {
  const { fence } = session;
  session.begin([BEGIN_WRITING, ...ahead, ...(fence ? [fence.statement] : [])].join('; '));
  const fault = faultOf(session.begun());
  try {
    return await work(session);
  } catch (error) {
    session.end('ROLLBACK');
    const first = await fault;
    throw (await fence?.refusal(session, first?.code)) ?? first ?? error;
  }
}

/** Why the transaction did not begin. */
function faultOf(begun: Promise<void>): Promise<PostgresFault | undefined> {
  return begun.then(
    () => undefined,
    (error: unknown) => (error instanceof PostgresFault ? error : undefined),
  );
}
