import { sameBytes } from '../../attestation/bytes.js';
import { rootOf } from '../../attestation/merkle.js';
import { readVkey, vkeyOf } from '../../attestation/note.js';
import { type ShopAccount, secretContext } from '../../domain/payment/shop-account.js';
import type { AcceptedReceipt } from '../../domain/receipt/receipt.js';
import type { Webhook } from '../../domain/webhook/webhook.js';
import { LogRefusal, type LogRenaming, type PendingEntry } from '../../ports.js';
import { Log } from './log.js';
import { FULL_COVERAGE, type LogTree, type StoredHead } from './log-head.js';
import { LogKey } from './log-key.js';
import { makeNextKey, settleNextKey } from './log-key-file.js';
import { buildRenaming } from './log-renaming.js';
import type { NextLogName, RotationOptions } from './rotation.js';
import type { SignedHead } from './signed-heads.js';
import { unsignedHead } from './unsigned-head.js';

/** Tables whose rows contain sealed secrets. */
export const RESEALED_TABLES = ['webhook', 'payment_account'] as const;
type ResealedTable = (typeof RESEALED_TABLES)[number];

/** A stored row with sealed secrets. */
export interface SealedRow {
  readonly key: string;
  readonly body: string;
}

/** The key in use, and what is known of its logs. */
export interface PresentKey {
  /** Name and public key, as stored in the database. */
  readonly vkey: string;
  readonly keyFile: string;
  /** All known signed heads. */
  readonly signed: readonly SignedHead[];
}

/**
 * Replaces the key of the logs: computes each row under the next key from the row under the present one. Runs no SQL.
 */
export class KeyRotation {
  private readonly old: LogKey;
  private readonly next: LogKey;
  private readonly before: Log;
  private readonly signed: readonly SignedHead[];
  private readonly options: RotationOptions;
  /** Name and public key to store in the database. */
  readonly identity: string;
  /** Fingerprint of the next public key. */
  readonly fingerprint: string;
  /** Computes heads and MACs with the next key. */
  readonly log: Log;

  /**
   * Creates the next key in a file beside the present key.
   * @throws Error if the present key is needed and cannot be read
   */
  constructor({ vkey, keyFile, signed }: PresentKey, options: RotationOptions) {
    settleNextKey(keyFile, readVkey(vkey).publicKey.fingerprint);
    this.old = new LogKey(vkey, keyFile);
    if (!options.isLost) this.old.assertLoaded();
    const { publicKey } = makeNextKey(keyFile);
    this.identity = vkeyOf({ name: options.logName ?? readVkey(vkey).name, publicKey });
    this.fingerprint = publicKey.fingerprint;
    this.next = new LogKey(this.identity, keyFile);
    this.before = new Log(this.old);
    this.log = new Log(this.next);
    this.signed = signed;
    this.options = options;
  }

  /**
   * Builds the entry and the statement that rename a log, and the next name of the log.
   * @throws LogRefusal if the head was changed
   */
  buildRenaming(
    organization_id: string,
    head: StoredHead,
  ): { readonly renaming: LogRenaming; readonly opened: NextLogName } {
    const { old, next } = this;
    const { isLost, now } = this.options;
    if (!isLost) this.before.checkHead(organization_id, head);
    const renaming = buildRenaming({
      organization_id,
      epoch: head.epoch,
      found: { size: head.size, root: rootOf(head.peaks) },
      now,
      signed: this.signed.filter((one) => one.organization_id === organization_id),
      reason: isLost ? 'log_key_lost' : 'log_rotated',
      before: (epoch) =>
        isLost ? { vkey: vkeyOf(old.verifier(organization_id, epoch)) } : old.signer(organization_id, epoch),
      after: (epoch) => next.signer(organization_id, epoch),
    });
    const { entry, closed } = renaming;
    return { renaming, opened: { vkey: entry.opened, epoch: entry.epoch, statement: closed.statement } };
  }

  /**
   * Computes the MAC of a receipt under the next key.
   * @throws LogRefusal if the present MAC is invalid: the receipt was changed after the logs were verified
   */
  receiptMac(receipt: AcceptedReceipt): Buffer {
    if (!this.options.isLost && !sameBytes(receipt.mac, this.before.receiptMac(receipt)))
      throw new LogRefusal(`receipt ${receipt.log_index} (${receipt.id}) was changed: run \`portal log verify\``);
    return Buffer.from(this.log.receiptMac(receipt));
  }

  /**
   * Computes the MAC of an entry that waits for its place, under the next key.
   * @throws LogRefusal if the present MAC is invalid
   */
  pendingMac(organizationId: string, entry: PendingEntry): Buffer {
    if (!this.options.isLost) this.before.checkPending(organizationId, entry);
    return Buffer.from(this.log.pendingMac(organizationId, entry));
  }

  /** Returns the tree of a stored head. If the key is lost, its log is taken to cover all rows. */
  treeOf(organizationId: string, head: StoredHead): LogTree {
    const coverage = this.options.isLost ? undefined : this.before.findCoverage(organizationId, head);
    return { ...head, ...(coverage ?? FULL_COVERAGE) };
  }

  /** Reseals the secrets in the body of a stored row of a table with secrets. */
  reseal(table: ResealedTable, body: string): string {
    return table === 'webhook' ? this.resealWebhook(JSON.parse(body)) : this.resealAccount(JSON.parse(body));
  }

  private resealWebhook(webhook: Webhook): string {
    const secrets = webhook.secrets.map((secret) => ({
      ...secret,
      sealed: this.resealText(secret.sealed, webhook.id),
    }));
    return JSON.stringify({ ...webhook, secrets });
  }

  private resealAccount(account: ShopAccount): string {
    const reseal = (name: string, text: string) => this.resealText(text, secretContext(account, name));
    const sealed = Object.entries(account.sealed).map(([name, text]) => [name, reseal(name, text)]);
    const replaced = Object.entries(account.replaced).map(([name, one]) => [
      name,
      { ...one, sealed: reseal(name, one.sealed) },
    ]);
    return JSON.stringify({
      ...account,
      sealed: Object.fromEntries(sealed),
      replaced: Object.fromEntries(replaced),
    });
  }

  /** A secret that the present key cannot open is left unchanged: it must be set again. */
  private resealText(sealed: string, bound: string): string {
    const text = this.old.unseal(sealed, bound);
    return text === undefined ? sealed : this.next.seal(text, bound);
  }

  /** Builds heads of size 0, to record under the next names before anything is signed under them. */
  unsignedHeads(opened: ReadonlyMap<string, NextLogName>): SignedHead[] {
    return [...opened].map(([id, { epoch }]) => unsignedHead(this.next, id, epoch));
  }
}
