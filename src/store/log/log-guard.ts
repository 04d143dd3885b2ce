import { rootOf } from '../../attestation/merkle.js';
import type { Rows } from '../../ports.js';
import { assertExtendsSignedHead, assertLatestEpoch } from './log-continuity.js';
import type { LogTree } from './log-head.js';
import type { SignedHead } from './signed-heads.js';

/**
 * Rejects new leaves of a log that does not extend its signed heads, because these leaves could never be proved. Heads
 * signed by other processes are compared when this process signs.
 */
export class LogGuard {
  private readonly signed = new Map<string, SignedHead[]>();
  /** Logs whose tree has been compared with the last signed head, by organization and epoch. */
  private readonly compared = new Set<string>();

  constructor(known: readonly SignedHead[]) {
    for (const head of known) this.recordHead(head);
  }

  /** Records a head that this process signed. */
  recordHead(head: SignedHead): void {
    const others = (this.signed.get(head.organization_id) ?? []).filter(({ vkey }) => vkey !== head.vkey);
    this.signed.set(head.organization_id, [...others, head]);
  }

  /** @throws LogRefusal if the log was rolled back or replaced by another log */
  assertContinues(
    rows: Pick<Rows, 'logHashes'>,
    organizationId: string,
    { epoch, size, peaks }: Pick<LogTree, 'epoch' | 'size' | 'peaks'>,
  ): void {
    const known = this.signed.get(organizationId);
    if (!known) return;
    assertLatestEpoch(organizationId, epoch, known);
    const last = known.find((head) => head.epoch === epoch);
    const name = `${organizationId}/${epoch}`;
    if (!last || (size >= last.size && this.compared.has(name))) return;
    assertExtendsSignedHead(rows, organizationId, last, { size, root: rootOf(peaks) });
    this.compared.add(name);
  }
}
