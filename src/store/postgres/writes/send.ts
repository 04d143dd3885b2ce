import type { Log } from '../../log/log.js';
import { awaitSent } from '../connection/await-sent.js';
import type { Session } from '../connection/session.js';
import type { Changes } from './changes.js';
import { sendHeads, sendLeaves } from './send-log.js';
import { sendCounters, sendEvents, sendMovements } from './send-quantities.js';
import { sendParts, sendRows } from './send-rows.js';
import { sendItemTerms, sendOldOrderTerms, sendOrderTerms } from './send-terms.js';

/**
 * Sends all changes without waiting in between. `eachAlone`: sends each row in a separate statement, to find out which
 * one is rejected.
 * @throws StoreConflict if a row sent alone is rejected
 * @throws PostgresFault
 */
export async function send(session: Session, changes: Changes, log: Log, eachAlone: boolean): Promise<void> {
  if (changes.isEmpty) return;
  await awaitSent([
    ...sendHeads(session, changes.log, log),
    ...sendCounters(session, changes),
    ...sendOldOrderTerms(session, changes),
    ...sendRows(session, changes, eachAlone),
    ...sendParts(session, changes),
    ...sendOrderTerms(session, changes),
    ...sendItemTerms(session, changes),
    ...sendMovements(session, changes),
    ...sendEvents(session, changes),
    ...sendLeaves(session, changes.log, log, eachAlone),
  ]);
}
