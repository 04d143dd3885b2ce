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
    void begin(session, BEGIN_READING);
    try {
      return await work(session);
    } finally {
      end(session, 'COMMIT');
    }
  }, PATIENCE);
}

/**
 * Writes in one transaction. `work` sends its last statements without waiting and calls `commit`, which waits for all.
 * @throws PostgresFault, or whatever `work` throws, with nothing written
 * @throws PortalError `unavailable` when the database is closed for writing
 */
export async function writing<R>(session: Session, work: (session: Session) => Promise<R>): Promise<R> {
  const { fence } = session;
  const fault = begin(session, fence ? `${BEGIN_WRITING}; ${fence.statement}` : BEGIN_WRITING);
  try {
    return await work(session);
  } catch (error) {
    end(session, 'ROLLBACK');
    const first = await fault;
    // Where the transaction did not begin, all else has failed because of that.
    throw (await fence?.refusal(session, first?.code)) ?? first ?? error;
  }
}

/** Sent ahead of the first statement, which fails after it. Resolves with its own fault. */
function begin(session: Session, script: string): Promise<PostgresFault | undefined> {
  return session.run(script).then(
    () => undefined,
    (error: unknown) => (error instanceof PostgresFault ? error : undefined),
  );
}

/** Who uses the connection next waits for it. */
function end(session: Session, command: 'COMMIT' | 'ROLLBACK'): void {
  session.run(command).catch(() => undefined);
}
