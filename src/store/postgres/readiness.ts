import { DatabaseFault } from '../../ports.js';
import { closedRefusal } from '../data-move.js';
import { LISTS } from '../lists/lists.js';
import { readSoon } from '../sql/reads.js';
import { unavailable } from '../unavailable.js';
import { awaitSent } from './connection/await-sent.js';
import type { Connections } from './connection/connections.js';
import { knownVersion } from './connection/migrate.js';
import type { Session } from './connection/session.js';
import { readInTransaction, type WriteOptions, writeInTransaction, writeLimits } from './connection/transaction.js';
import type { Scopes } from './connection/write-locks.js';
import { ListReader } from './list-reader.js';
import { HEALTH_TIMEOUT_MS, waitWithTimeout } from './reads.js';
import type { Commits } from './writes/commits.js';
import { toDecisionError } from './writes/job.js';

/** A minimal write, to check that the database is writable. It takes only the lock that all writers share. */
const TEST_WRITE = `
  INSERT INTO write_batch (id, batch, at) VALUES ('check', 0, $1) ON CONFLICT (id) DO UPDATE SET at = excluded.at`;
const TEST_SCOPES: Scopes = new Set();
/** With a limit for the lock that each write needs; shorter than that of the health check. */
const TEST_OPTIONS: WriteOptions = { limits: writeLimits(1_500) };

/**
 * Checks that calls can be served. Fails fast, since a health check needs the current state.
 * @throws PortalError `unavailable` if the server is unreachable or read-only, writes wait for a server, another
 * process excludes all writers, or the database is closed or belongs to a newer version
 * @param known number of migrations that this program knew when it began
 */
export async function assertReady(connections: Connections, commits: Commits, known: number): Promise<void> {
  await waitWithTimeout(checkReadable(connections, known));
  if (commits.isWithoutServer)
    throw unavailable('Writes still wait for the database; try again.', new Error('no write was committed since'));
  await commits.health.assertWritable(() => checkWritable(connections));
}

async function checkReadable(connections: Connections, known: number): Promise<void> {
  try {
    await readInTransaction(connections, (session) => assertUsable(session, known));
  } catch (error) {
    if (!(error instanceof DatabaseFault)) throw error;
    if (error.reason !== 'newer') throw closedRefusal(error);
    throw unavailable('The database is of a newer version of the portal: this process has to be replaced.', error);
  }
}

async function assertUsable(session: Session, known: number): Promise<void> {
  await readSoon(LISTS.organizations({}, undefined, 1), new ListReader(session));
  await session.fence?.assertServing(session);
  await knownVersion(session, known);
}

async function checkWritable(connections: Connections): Promise<void> {
  try {
    await connections.use(
      (session) => writeInTransaction(session, () => testWrite(session), TEST_SCOPES, TEST_OPTIONS),
      HEALTH_TIMEOUT_MS,
    );
  } catch (error) {
    throw toDecisionError(error);
  }
}

async function testWrite(session: Session): Promise<void> {
  await session.whenBegun();
  await awaitSent([session.query(TEST_WRITE, [Date.now()]), session.run('COMMIT')]);
}
