import { sameBytes } from '../../attestation/bytes.js';
import { rootOf } from '../../attestation/merkle.js';
import { readVkey, vkeyOf } from '../../attestation/note.js';
import type { AcceptedReceipt } from '../../domain/receipt/receipt.js';
import type { Webhook } from '../../domain/webhook/webhook.js';
import { LogRefusal, type LogRenaming } from '../../ports.js';
import { Log } from './log.js';
import type { LogHead } from './log-head.js';
import { LogKey } from './log-key.js';
import { makeNextKey, settleNextKey } from './log-key-file.js';
import { buildRenaming } from './log-renaming.js';
import type { NextLogName, RotationOptions } from './rotation.js';
import type { SignedHead } from './signed-heads.js';
import { unsignedHead } from './unsigned-head.js';

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
    head: LogHead,
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
   * Reseals the secrets in the stored body of a webhook. A secret that the present key cannot open is left unchanged:
   * its webhook needs a new secret.
   */
  resealWebhook(body: string): { readonly id: string; readonly body: string } {
    const webhook: Webhook = JSON.parse(body);
    const secrets = webhook.secrets.map((secret) => {
      const text = this.old.unseal(secret.sealed, webhook.id);
      return text === undefined ? secret : { ...secret, sealed: this.next.seal(text, webhook.id) };
    });
    return { id: webhook.id, body: JSON.stringify({ ...webhook, secrets }) };
  }

  /** Builds heads of size 0, to record under the next names before anything is signed under them. */
  unsignedHeads(opened: ReadonlyMap<string, NextLogName>): SignedHead[] {
    return [...opened].map(([id, { epoch }]) => unsignedHead(this.next, id, epoch));
  }
}
