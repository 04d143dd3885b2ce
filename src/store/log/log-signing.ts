import { signCheckpoint } from '../../attestation/checkpoint.js';
import { EMPTY_ROOT } from '../../attestation/merkle.js';
import { vkeyOf } from '../../attestation/note.js';
import { LogRefusal, type Rows, type SignedLog, type Store } from '../../ports.js';
import { assertContinued, assertPresent } from './log-continuity.js';
import type { LogGuard } from './log-guard.js';
import type { LogKey } from './log-key.js';
import { renamingOf } from './log-renaming.js';
import type { SignedHead, SignedHeads } from './signed-heads.js';
import { unsignedHead } from './unsigned-head.js';

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

  /** Notes logs whose beginning is on disk, so that one which is dropped later is missed. */
  async noteBegun(organizationIds: readonly string[]): Promise<void> {
    const begun = organizationIds.map((id) => unsignedHead(this.key, id, 1));
    if (begun.length > 0) await this.heads.advanceAll(async () => begun);
  }

  /**
   * Notes the present trees of these logs as if they were signed, so that one that is cut later does not continue what was
   * noted. Answers why logs were refused.
   */
  async note(organizationIds: readonly string[]): Promise<readonly LogRefusal[]> {
    if (!this.key.isLoaded) return [];
    let refused: readonly LogRefusal[] = [];
    await this.heads.advanceAll(async (known) => {
      const found = await this.readNow((rows) => organizationIds.map((id) => this.nextOrRefusal(rows, id, known)));
      refused = found.filter((one) => one instanceof LogRefusal);
      const heads = found.flatMap((one) => (one === undefined || one instanceof LogRefusal ? [] : [one]));
      for (const head of heads) this.guard.note(head);
      return heads;
    });
    return refused;
  }

  /** Undefined when the organization was not created after all. */
  private nextOrRefusal(
    rows: Rows,
    organizationId: string,
    known: readonly SignedHead[],
  ): SignedHead | LogRefusal | undefined {
    if (!rows.get('organization', organizationId)) return undefined;
    try {
      const ours = known.filter((head) => head.organization_id === organizationId);
      return this.next(rows, organizationId, ours);
    } catch (error) {
      if (error instanceof LogRefusal) return error;
      throw error;
    }
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
          organization_id: organizationId,
          epoch,
          found,
          signed: known,
          reason: 'log_adopted',
          now,
          before: signer,
          after: signer,
        });
        const { opened, epoch: next } = renaming.entry;
        // What is signed next has the entry too; until then nothing is known to be signed under the new name.
        const head = { vkey: opened, organization_id: organizationId, epoch: next, size: 0, root: EMPTY_ROOT };
        return { writes: [{ type: 'log_renaming', ...renaming }], result: head };
      }),
    );
    return this.sign(organizationId);
  }

  /** As `OpenedStore.giveUpLog`. */
  async giveUp(organizationId: string): Promise<number> {
    const known = this.heads.all().filter((head) => head.organization_id === organizationId);
    const isThere = await this.readNow((rows) => rows.get('organization', organizationId) !== undefined);
    if (isThere) throw new LogRefusal(`the log of ${organizationId} is not gone: its organization is there`);
    if (known.length === 0)
      throw new LogRefusal(`there is no organization ${organizationId}, and nothing was signed for its log`);
    this.heads.giveUp(organizationId);
    return Math.max(...known.map(({ size }) => size));
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
