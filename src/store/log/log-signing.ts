import { signCheckpoint } from '../../attestation/checkpoint.js';
import { EMPTY_ROOT } from '../../attestation/merkle.js';
import { vkeyOf } from '../../attestation/note.js';
import { LogRefusal, type Rows, type SignedLog, type Store } from '../../ports.js';
import { assertExtendsSignedHead, assertLatestEpoch } from './log-continuity.js';
import type { LogGuard } from './log-guard.js';
import type { LogKey } from './log-key.js';
import { buildRenaming } from './log-renaming.js';
import type { SignedHead, SignedHeads } from './signed-heads.js';
import { unsignedHead } from './unsigned-head.js';

type Update = Store['update'];

/** Reads committed state, including writes of other processes. */
type ReadNow = <R>(look: (rows: Rows) => R) => Promise<R>;

/**
 * The only code that signs the trees of logs. Before a signature is returned, the tree is compared with the last signed
 * head, which is stored outside the database, and replaces that head.
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
   * @throws LogRefusal if the log does not extend its signed heads, or its head was changed
   * @throws Error if the key file is absent or belongs to another database
   */
  async sign(organizationId: string): Promise<SignedLog> {
    this.key.assertLoaded();
    const signed = await this.heads.advance(organizationId, (known) =>
      this.readNow((rows) => this.nextHead(rows, organizationId, known)),
    );
    this.guard.recordHead(signed);
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

  /** Records logs whose creation has reached the disk, so that the loss of a whole log is noticed later. */
  async recordNewLogs(organizationIds: readonly string[]): Promise<void> {
    const begun = organizationIds.map((id) => unsignedHead(this.key, id, 1));
    if (begun.length > 0) await this.heads.advanceAll(async () => begun);
  }

  /**
   * Records the present trees of these logs as signed heads, so that a later truncation is noticed. Returns the errors
   * of the rejected logs.
   */
  async recordHeads(organizationIds: readonly string[]): Promise<readonly LogRefusal[]> {
    if (!this.key.isLoaded) return [];
    let refused: readonly LogRefusal[] = [];
    await this.heads.advanceAll(async (known) => {
      const found = await this.readNow((rows) => organizationIds.map((id) => this.nextHeadOrRefusal(rows, id, known)));
      refused = found.filter((one) => one instanceof LogRefusal);
      const heads = found.flatMap((one) => (one === undefined || one instanceof LogRefusal ? [] : [one]));
      for (const head of heads) this.guard.recordHead(head);
      return heads;
    });
    return refused;
  }

  /** Returns the next head or the error; `undefined` if the creation of the organization was rolled back. */
  private nextHeadOrRefusal(
    rows: Rows,
    organizationId: string,
    known: readonly SignedHead[],
  ): SignedHead | LogRefusal | undefined {
    if (!rows.get('organization', organizationId)) return undefined;
    try {
      const ours = known.filter((head) => head.organization_id === organizationId);
      return this.nextHead(rows, organizationId, ours);
    } catch (error) {
      if (error instanceof LogRefusal) return error;
      throw error;
    }
  }

  /**
   * Continues a log under its next name with its present tree, and signs it. This is for a database that was restored
   * from a backup and whose missing leaves are lost for good.
   * @throws LogRefusal if the log extends its signed heads, so there is nothing to adopt, or its head was changed
   */
  async adopt(organizationId: string, update: Update, now: number): Promise<SignedLog> {
    this.key.assertLoaded();
    await this.heads.advance(organizationId, (known) =>
      update((rows) => {
        const { epoch, ...found } = rows.logHead(organizationId);
        if (this.isContinued(rows, organizationId, known))
          throw new LogRefusal(`the log of ${organizationId} extends its signed heads: there is nothing to adopt`);
        const signer = (of: number) => this.key.signer(organizationId, of);
        const renaming = buildRenaming({
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
        // The next signature will also cover the entry. Until then, nothing is signed under the new name.
        const head = { vkey: opened, organization_id: organizationId, epoch: next, size: 0, root: EMPTY_ROOT };
        return { writes: [{ type: 'log_renaming', ...renaming }], result: head };
      }),
    );
    return this.sign(organizationId);
  }

  /** Implements `OpenedStore.abandonLog`. */
  async abandon(organizationId: string): Promise<number> {
    const known = this.heads.all().filter((head) => head.organization_id === organizationId);
    const isThere = await this.readNow((rows) => rows.get('organization', organizationId) !== undefined);
    if (isThere) throw new LogRefusal(`the log of ${organizationId} is not gone: its organization is there`);
    if (known.length === 0)
      throw new LogRefusal(`there is no organization ${organizationId}, and nothing was signed for its log`);
    this.heads.abandon(organizationId);
    return Math.max(...known.map(({ size }) => size));
  }

  private isContinued(rows: Rows, organizationId: string, known: readonly SignedHead[]): boolean {
    try {
      this.nextHead(rows, organizationId, known);
      return true;
    } catch (error) {
      if (error instanceof LogRefusal) return false;
      throw error;
    }
  }

  private nextHead(rows: Rows, organizationId: string, known: readonly SignedHead[]): SignedHead {
    const { epoch, size, root } = rows.logHead(organizationId);
    const vkey = vkeyOf(this.key.verifier(organizationId, epoch));
    assertLatestEpoch(organizationId, epoch, known);
    const last = known.find((head) => head.vkey === vkey);
    if (last) assertExtendsSignedHead(rows, organizationId, last, { size, root });
    return { vkey, organization_id: organizationId, epoch, size, root };
  }
}
