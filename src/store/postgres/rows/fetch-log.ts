import { type NeededRead, toKey } from '../../fetched-data.js';
import type { Log } from '../../log/log.js';
import {
  checkTree,
  findHashes,
  readClosed,
  readHeads,
  readLeaves,
  readNodes,
  readPending,
} from '../../log/log-reads.js';
import { QueryReader } from '../connection/query-reader.js';
import type { Session } from '../connection/session.js';
import type { KnownRows } from './known-rows.js';

/** Fetches the requested log rows. If a log was changed from outside, only the runs that read this log fail. */
export function fetchLogs(
  session: Session,
  needed: readonly NeededRead[],
  known: KnownRows,
  log: Log,
): Promise<void>[] {
  const answers = known.data.log;
  const reader = new QueryReader(session);
  const heads: string[] = [];
  const fetches: Promise<void>[] = [];
  for (const read of needed) {
    if ('lookup' in read) continue;
    const [name, ...args] = read;
    const key = toKey(args);
    if (name === 'logHead') heads.push(read[1]);
    else if (name === 'logHashes') {
      const [, organizationId, nodes] = read;
      const keep = (hashes: ReadonlyMap<string, Uint8Array>) =>
        void answers.logHashes.set(
          key,
          deferAnswer(() => findHashes(organizationId, hashes, nodes)),
        );
      fetches.push(reader.read(readNodes(organizationId, nodes)).then(keep));
    } else if (name === 'logLeaves') {
      const [, organizationId, from, to] = read;
      const leaves = reader.read(readLeaves(organizationId, from, to));
      fetches.push(leaves.then((answer) => void answers.logLeaves.set(key, { answer })));
    } else if (name === 'pendingEntries') {
      const pending = reader.read(readPending(read[1], read[2]));
      fetches.push(pending.then((answer) => void answers.pendingEntries.set(key, { answer })));
    } else if (name === 'closedLogs') {
      const closed = reader.read(readClosed(read[1]));
      fetches.push(closed.then((answer) => void answers.closedLogs.set(key, { answer })));
    }
  }
  return [...fetches, fetchHeads(reader, heads, known, log)];
}

async function fetchHeads(reader: QueryReader, ids: readonly string[], known: KnownRows, log: Log): Promise<void> {
  if (ids.length === 0) return;
  const found = await reader.read(readHeads(ids));
  for (const id of ids) {
    const head = found.get(id);
    known.heads.set(id, head);
    known.data.log.logHead.set(
      toKey([id]),
      deferAnswer(() => checkTree(log, id, head)),
    );
  }
}

/** Computes the result, or throws the error, on each access. */
function deferAnswer<R>(answer: () => R): { readonly answer: R } {
  return {
    get answer() {
      return answer();
    },
  };
}
