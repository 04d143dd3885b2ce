import type { Log } from '../../log/log.js';
import { awaitSent } from '../connection/await-sent.js';
import type { Session } from '../connection/session.js';
import { fetchLogs } from './fetch-log.js';
import { fetchLookups } from './fetch-lookups.js';
import { fetchCounters, fetchIndexed, fetchRows } from './fetch-rows.js';
import type { KnownRows, Needs } from './known-rows.js';

/**
 * Fetches all needed rows, and stores them in `known`. Needs one round trip, or two if a checkout refers to parts that
 * are not in memory.
 */
export async function fetchAll(session: Session, { reads, indexed }: Needs, known: KnownRows, log: Log): Promise<void> {
  await awaitSent([
    ...fetchRows(session, reads, known.data),
    ...fetchCounters(session, reads, known.data),
    ...fetchLookups(session, reads, known.data),
    ...fetchLogs(session, reads, known, log),
    fetchIndexed(session, indexed, known),
  ]);
}
