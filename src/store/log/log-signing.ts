import { sameBytes } from '../../attestation/bytes.js';
import { signCheckpoint } from '../../attestation/checkpoint.js';
import { consistencyNodes, consistencyProof, EMPTY_ROOT, verifyConsistency } from '../../attestation/merkle.js';
import { vkeyOf } from '../../attestation/note.js';
import { counted } from '../../domain/values/counted.js';
import { LogRefusal, type Rows, type SignedLog, type Store } from '../../ports.js';
import type { LogGuard } from './log-guard.js';
import type { LogKey } from './log-key.js';
import { renamingOf } from './log-renaming.js';
import type { SignedHead, SignedHeads } from './signed-heads.js';

const WHAT_TO_DO =
  'Put the newest copy of the database back; if there is none, verify this one with `portal log verify`, and give the log a new name with `portal log adopt`.';

type Update = Store['update'];

/** Reads what is committed now, also by other processes. */
type ReadNow = <R>(look: (rows: Rows) => R) => Promise<R>;

/**
 * Signs for the logs: nothing else does. Before a signature leaves, the tree is compared with the last one that was
 * signed, which is kept outside the database, and takes its place there.
 */
export class LogSigning {
  private readonly key: LogKey;
  private readonly heads: SignedHeads;
  private readonly guard: LogGuard;
  private readonly readNow: ReadNow;

  constructor(key: LogKey, heads: SignedHeads, guard: LogGuard, readNow: ReadNow) {
    this.key = key;
    this.heads = heads;
    this.guard = guard;
    this.readNow = readNow;
  }

  /**
   * Signs the present tree of an organization's log.
   * @throws LogRefusal when the log is not the one that was signed before, or its head was changed
   * @throws Error when the key's file is absent or is not this database's
   */
  async sign(organizationId: string): Promise<SignedLog> {
    this.key.assertLoaded();
    const signed = await this.heads.advance(organizationId, (known) =>
      this.readNow((rows) => this.next(rows, organizationId, known)),
    );
    this.guard.note(signed);
    const { size, root, epoch } = signed;
    const signer = this.key.signer(organizationId, epoch);
    return {
      organization_id: organizationId,
      epoch,
      origin: signer.name,
      public_key: vkeyOf(signer),
      size,
      root,
      checkpoint: signCheckpoint({ size, root }, signer),
      sign: (message) => signer.sign(message),
    };
  }

  /**
   * Gives the log its next name, with the tree that it has now, and signs that: for a database that was restored from a
   * backup, and whose lost leaves will not come back.
   * @throws LogRefusal when the log continues what was signed, so that nothing is to be adopted, or its head was changed
   */
  async adopt(organizationId: string, update: Update, now: number): Promise<SignedLog> {
    this.key.assertLoaded();
    await this.heads.advance(organizationId, (known) =>
      update((rows) => {
        const { epoch, ...found } = rows.logHead(organizationId);
        if (this.isContinued(rows, organizationId, known))
          throw new LogRefusal(`the log of ${organizationId} continues what was signed: there is nothing to adopt`);
        const signer = (of: number) => this.key.signer(organizationId, of);
        const renaming = renamingOf({
          ...{ organization_id: organizationId, epoch, found, signed: known, now },
          ...{ reason: 'log_adopted', before: signer, after: signer },
        });
        const { opened, epoch: next } = renaming.entry;
        // What is signed next has the entry too; until then nothing is known to be signed under the new name.
        const head = { vkey: opened, organization_id: organizationId, epoch: next, size: 0, root: EMPTY_ROOT };
        return { writes: [{ type: 'log_renaming', ...renaming }], result: head };
      }),
    );
    return this.sign(organizationId);
  }

  private isContinued(rows: Rows, organizationId: string, known: readonly SignedHead[]): boolean {
    try {
      this.next(rows, organizationId, known);
      return true;
    } catch (error) {
      if (error instanceof LogRefusal) return false;
      throw error;
    }
  }

  private next(rows: Rows, organizationId: string, known: readonly SignedHead[]): SignedHead {
    const { epoch, size, root } = rows.logHead(organizationId);
    const vkey = vkeyOf(this.key.verifier(organizationId, epoch));
    assertPresent(organizationId, epoch, known);
    const last = known.find((head) => head.vkey === vkey);
    if (last) assertContinued(rows, organizationId, last, { size, root });
    return { vkey, organization_id: organizationId, epoch, size, root };
  }
}

/** @throws LogRefusal when the log has had a later name already */
export function assertPresent(organizationId: string, epoch: number, known: readonly SignedHead[]): void {
  const latest = Math.max(...known.map((head) => head.epoch), epoch);
  if (latest === epoch) return;
  throw new LogRefusal(
    `the log of ${organizationId} has epoch ${epoch}, but epoch ${latest} was begun: an older copy of the database was restored. ${WHAT_TO_DO}`,
  );
}

/**
 * Checks that a tree contains the last one that was signed, from its first leaf on.
 * @throws LogRefusal
 */
export function assertContinued(
  rows: Pick<Rows, 'logHashes'>,
  organizationId: string,
  last: Pick<SignedHead, 'size' | 'root'>,
  { size, root }: { readonly size: number; readonly root: Uint8Array },
): void {
  if (size < last.size) {
    throw new LogRefusal(
      `the log of ${organizationId} has ${counted(size, 'leaf', 'leaves')}, but ${last.size} were signed: an older copy of the database was restored, or the head of the log was put back. ${WHAT_TO_DO}`,
    );
  }
  if (contains(rows, organizationId, last, { size, root })) return;
  throw new LogRefusal(
    `the log of ${organizationId} differs from the ${counted(last.size, 'leaf', 'leaves')} that were signed: an older copy of the database was restored and went on, or the log was changed. ${WHAT_TO_DO}`,
  );
}

function contains(
  rows: Pick<Rows, 'logHashes'>,
  organizationId: string,
  last: Pick<SignedHead, 'size' | 'root'>,
  { size, root }: { readonly size: number; readonly root: Uint8Array },
): boolean {
  if (last.size === 0) return true;
  if (last.size === size) return sameBytes(last.root, root);
  const hashAt = rows.logHashes(organizationId, consistencyNodes(last.size, size));
  return verifyConsistency(last.size, size, consistencyProof(last.size, size, hashAt), last.root, root);
}
