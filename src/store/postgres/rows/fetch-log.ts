import type { Wanted } from '../../../ports.js';
import { argumentsOf } from '../../fetched-data.js';
import type { Log } from '../../log/log.js';
import type { Session } from '../connection/session.js';
import { hashesIn, readClosed, readHeads, readLeaves, readNodes, trustedHead } from '../log/log-reads.js';
import type { KnownRows } from './known-rows.js';

/** Fetches the requested log rows. Only readers of an untrusted log get its error. */
export function fetchAttestation(
  session: Session,
  wanted: readonly Wanted[],
  known: KnownRows,
  log: Log,
): Promise<void>[] {
  const { whole } = known.data;
  const fetches = wanted.map(async (one) => {
    const called = argumentsOf(one);
    if (one[0] === 'logHashes') {
      const [, organizationId, nodes] = one;
      const hashes = await readNodes(session, organizationId, nodes);
      whole.logHashes.set(
        called,
        deferAnswer(() => hashesIn(organizationId, hashes, nodes)),
      );
    } else if (one[0] === 'logLeaves') {
      whole.logLeaves.set(called, { answer: await readLeaves(session, one[1], one[2], one[3]) });
    } else if (one[0] === 'closedLogs') {
      whole.closedLogs.set(called, { answer: await readClosed(session, one[1]) });
    }
  });
  return [...fetches, fetchHeads(session, wanted, known, log)];
}

async function fetchHeads(session: Session, wanted: readonly Wanted[], known: KnownRows, log: Log): Promise<void> {
  const calls = wanted.filter((one) => one[0] === 'logHead');
  if (calls.length === 0) return;
  const found = await readHeads(
    session,
    calls.map(([, organizationId]) => organizationId),
  );
  for (const one of calls) {
    const [, id] = one;
    const head = found.get(id);
    known.heads.set(id, head);
    known.data.whole.logHead.set(
      argumentsOf(one),
      deferAnswer(() => trustedHead(log, id, head)),
    );
  }
}

/** A result computed, or an error thrown, on each access. */
function deferAnswer<R>(answer: () => R): { readonly answer: R } {
  return {
    get answer() {
      return answer();
    },
  };
}
