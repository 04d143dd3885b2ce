import { toBase64 } from '../../attestation/bytes.js';
import type { LogChangeEntry } from '../../attestation/log-entry.js';
import { signClosing } from '../../attestation/log-statement.js';
import { EMPTY_ROOT } from '../../attestation/merkle.js';
import { type NoteSigner, vkeyOf } from '../../attestation/note.js';
import type { LogRenaming } from '../../ports.js';
import type { SignedHead } from './signed-heads.js';

/** A change of a log's name or key. */
interface Change {
  readonly organization_id: string;
  /** Epoch stored in the database. */
  readonly epoch: number;
  readonly found: { readonly size: number; readonly root: Uint8Array };
  /** Known signed heads of this organization. */
  readonly signed: readonly SignedHead[];
  readonly reason: LogChangeEntry['type'];
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Signers of an epoch before and after the change. If the key is lost, `before` returns only the verifier key. */
  before(epoch: number): NoteSigner | { readonly vkey: string };
  after(epoch: number): NoteSigner;
}

/** Builds the entry and the statement of a change. The statement closes the name that the log was last signed under. */
export function buildRenaming(change: Change): LogRenaming {
  const { organization_id, found, signed, now } = change;
  const epoch = Math.max(change.epoch, ...signed.map((head) => head.epoch));
  const [before, after] = [change.before(epoch), change.after(epoch + 1)];
  const ours = 'vkey' in before ? before.vkey : vkeyOf(before);
  // A database that was restored from before a rotation does not have the key that signed last.
  const closed = signed.find((head) => head.epoch === epoch && epoch > change.epoch)?.vkey ?? ours;
  const last = signed.find(({ vkey }) => vkey === closed) ?? { size: 0, root: EMPTY_ROOT };
  const at = new Date(now).toISOString();
  const names = { closed, opened: vkeyOf(after) };
  const isSigned = 'sign' in before && closed === ours;
  const signers = isSigned ? [before, after] : [after];
  const reason = isSigned ? change.reason : 'log_key_lost';
  const statement = signClosing({ ...names, signed: last, found, reason, at }, signers);
  const tree = { signed_size: last.size, signed_root: toBase64(last.root) };
  return {
    organization_id,
    entry: { type: reason, at, epoch: epoch + 1, ...names, ...tree },
    closed: { epoch, public_key: closed, statement },
  };
}
