import { sameBytes } from '../../attestation/bytes.js';
import { pluralize } from '../../domain/values/pluralize.js';
import type { LogAuditRows } from './log-audit-rows.js';
import { LogFault } from './log-fault.js';
import { joinPeaks, type LogHead } from './log-head.js';
import type { Tree } from './log-walk.js';

/**
 * Compares the tree of all valid leaves with the head of the log and with the number of stored nodes.
 * @throws LogFault
 */
export async function assertEnd(
  rows: LogAuditRows,
  head: LogHead,
  isOurs: boolean,
  { size, peaks }: Tree,
): Promise<void> {
  if (size < head.size)
    throw new LogFault(
      `leaf ${size} is missing: the log has ${pluralize(head.size, 'leaf', 'leaves')}, so it was truncated`,
    );
  if (!isOurs || !sameBytes(joinPeaks(head), joinPeaks({ peaks }))) {
    throw new LogFault(
      `the head of the log is not the one that the portal wrote for ${pluralize(size, 'leaf', 'leaves')}: the log was truncated, or its head was changed`,
    );
  }
  if ((await rows.countNodes()) !== nodesOf(size)) throw new LogFault('the log holds nodes that belong to no leaf');
}

/** Returns the number of complete subtrees in a tree: one per leaf, and one per pair of joined subtrees. */
function nodesOf(size: number): number {
  let count = 0;
  for (let level = size; level > 0; level = Math.floor(level / 2)) count += level;
  return count;
}
