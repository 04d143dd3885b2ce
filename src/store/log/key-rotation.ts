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
import { renamingOf } from './log-renaming.js';
import type { OpenedName, RotationOptions } from './rotation.js';
import type { SignedHead } from './signed-heads.js';
import { unsignedHead } from './unsigned-head.js';

interface Present {
  /** Name and public key, as the database holds them. */
  readonly vkey: string;
  readonly keyFile: string;
  /** All that is known to be signed. */
  readonly signed: readonly SignedHead[];
}

/** The present key of the logs and the next one, and what the rows of one become with the other. No SQL. */
export class KeyRotation {
  private readonly old: LogKey;
  private readonly next: LogKey;
  private readonly before: Log;
  private readonly signed: readonly SignedHead[];
  private readonly options: RotationOptions;
  /** Name and public key that the database holds from now on. */
  readonly identity: string;
  /** Of the next public key. */
  readonly fingerprint: string;
  /** The rules of the next key. */
  readonly log: Log;

  /**
   * Creates the next key in a file beside the present one's.
   * @throws Error when the present key is needed and cannot be read
   */
  constructor({ vkey, keyFile, signed }: Present, options: RotationOptions) {
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
   * The entry and the statement of a log's change of names, and its next name.
   * @throws LogRefusal when the head was changed
   */
  renamed(organization_id: string, head: LogHead): { readonly renaming: LogRenaming; readonly opened: OpenedName } {
    const { old, next } = this;
    const { isLost, now } = this.options;
    if (!isLost) this.before.trusted(organization_id, head);
    const renaming = renamingOf({
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
   * The MAC of a receipt by the next key.
   * @throws LogRefusal when its present one is not valid: it was changed since the logs were verified
   */
  receiptMac(receipt: AcceptedReceipt): Buffer {
    if (!this.options.isLost && !sameBytes(receipt.mac, this.before.receiptMac(receipt)))
      throw new LogRefusal(`receipt ${receipt.log_index} (${receipt.id}) was changed: run \`portal log verify\``);
    return Buffer.from(this.log.receiptMac(receipt));
  }

  /** The stored body of a webhook with its secrets sealed anew. One that the present key does not open stays: its webhook needs a new secret. */
  resealed(body: string): { readonly id: string; readonly body: string } {
    const webhook: Webhook = JSON.parse(body);
    const secrets = webhook.secrets.map((secret) => {
      const text = this.old.unseal(secret.sealed, webhook.id);
      return text === undefined ? secret : { ...secret, sealed: this.next.seal(text, webhook.id) };
    });
    return { id: webhook.id, body: JSON.stringify({ ...webhook, secrets }) };
  }

  /** What is noted of the logs under their next names, before something is signed. */
  unsigned(opened: ReadonlyMap<string, OpenedName>): SignedHead[] {
    return [...opened].map(([id, { epoch }]) => unsignedHead(this.next, id, epoch));
  }
}
