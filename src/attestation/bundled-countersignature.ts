import { AttestationError } from './attestation-error.js';
import type { BundleCountersignature } from './bundle-form.js';
import { type Decision, verifyCountersignature } from './countersignature.js';
import { COUNTERSIGNED_TYPES, type CountersignedEntry, isConsumerWithKeys, isCountersigned } from './log-entry.js';
import { orderIn } from './order-in-context.js';
import { assertEntryIncluded, type ProvenReceipt } from './proven-entry.js';
import { readPublicKey } from './public-key.js';

/** A consumer's decision about a receipt, as a log contains it. */
export interface ProvenCountersignature {
  readonly decision: Decision;
  /** Time at which the log accepted it. */
  readonly at: string;
  /** Time that the consumer states. */
  readonly issued_at: string;
  readonly consumer_id: string;
  readonly order_id: string | null;
  readonly reason_hash: string | null;
  readonly key_fingerprint: string;
  /** Time of the key's registration, by the log. */
  readonly key_registered_at: string;
  readonly log_index: number;
}

/**
 * Verifies the countersignatures of a bundle: that the receipt's consumer signed each of them with a key that was its own
 * by the log, and that they follow the receipt, and each other as decisions can. `context`: the order that the receipt is
 * about, if known.
 * @throws AttestationError `invalid_bundle`, `invalid_proof`, `signature_invalid`, or the code of a malformed key or
 * signature
 */
export function verifyCountersignatures(
  list: readonly BundleCountersignature[],
  proven: ProvenReceipt,
  context: object | undefined,
): readonly ProvenCountersignature[] {
  const { order_id } = orderIn(context);
  const found = list.map((one, at) => verifyOne(one, proven, order_id, ['countersignatures', String(at)]));
  found.forEach((one, at) => {
    const before = found[at - 1];
    if (before && (before.decision === 'accept' || one.decision === 'dispute' || one.log_index <= before.log_index))
      throw new AttestationError('invalid_bundle', 'cannot follow the one before it', [
        'countersignatures',
        String(at),
      ]);
  });
  return found;
}

function verifyOne(
  { entry, index, hashes, key }: BundleCountersignature,
  proven: ProvenReceipt,
  orderId: string | null | undefined,
  path: readonly string[],
): ProvenCountersignature {
  if (!isCountersigned(entry) || COUNTERSIGNED_TYPES[entry.statement.decision] !== entry.type)
    throw new AttestationError('invalid_bundle', 'must be an entry with a countersignature', [...path, 'entry']);
  assertAboutReceipt(entry, proven, [...path, 'entry']);
  const { decision, issued_at, consumer_id, order_id, reason_hash } = verifyCountersignature(entry);
  if (typeof orderId === 'string' && order_id !== null && order_id !== orderId)
    throw new AttestationError('invalid_bundle', 'is about another order than the context', [...path, 'entry']);
  if (index <= proven.log_index)
    throw new AttestationError('invalid_bundle', 'must be after the receipt', [...path, 'index']);
  assertEntryIncluded(entry, { index, hashes }, proven, path);
  return {
    ...{ decision, at: entry.at, issued_at, consumer_id, order_id, reason_hash },
    key_fingerprint: readPublicKey(entry.public_key).fingerprint,
    key_registered_at: verifyKey(key, { entry, index }, proven, [...path, 'key']),
    log_index: index,
  };
}

function assertAboutReceipt(
  { id, statement }: CountersignedEntry,
  { receipt, receipt_id, receipt_hash }: ProvenReceipt,
  path: readonly string[],
): void {
  const isAbout =
    id === receipt_id && statement.receipt_hash === receipt_hash && statement.consumer_id === receipt.consumer_id;
  if (!isAbout) throw new AttestationError('invalid_bundle', 'is about another receipt or consumer', path);
}

/** Verifies that the consumer had the key before it signed. Returns the time of the key's registration. */
function verifyKey(
  { entry, index, hashes }: BundleCountersignature['key'],
  signed: { readonly entry: CountersignedEntry; readonly index: number },
  proven: ProvenReceipt,
  path: readonly string[],
): string {
  if (!isConsumerWithKeys(entry) || entry.id !== proven.receipt.consumer_id)
    throw new AttestationError('invalid_bundle', "must be an entry of the receipt's consumer with keys", [
      ...path,
      'entry',
    ]);
  const { key_id, public_key } = signed.entry;
  const key = entry.keys.find((one) => one.id === key_id && one.public_key === public_key && one.status === 'active');
  if (!key) throw new AttestationError('invalid_bundle', 'does not have the key as active', [...path, 'entry', 'keys']);
  if (index >= signed.index)
    throw new AttestationError('invalid_bundle', 'must be before the countersignature', [...path, 'index']);
  assertEntryIncluded(entry, { index, hashes }, proven, path);
  return key.created_at;
}
