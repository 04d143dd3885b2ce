import { AttestationError } from './attestation-error.js';
import { assertBundle, type ReceiptBundle } from './bundle-form.js';
import { type ProvenCountersignature, verifyCountersignatures } from './bundled-countersignature.js';
import { type ProvenDelegation, verifyBundledDelegation } from './bundled-delegation.js';
import { fromBase64, toBase64 } from './bytes.js';
import { openCheckpoint } from './checkpoint.js';
import { contextHash } from './context-hash.js';
import { openCosigned } from './cosigned-checkpoint.js';
import { type DelegationChain, readDelegation } from './delegation.js';
import { type KeyOwner, verifyKeyOwner } from './key-owner.js';
import { receiptLeafHash } from './log-leaf.js';
import { verifyInclusion } from './merkle.js';
import { readVkey } from './note.js';
import type { Policy } from './policy.js';
import type { ProvenReceipt } from './proven-entry.js';
import { readPublicKey } from './public-key.js';
import { type Receipt, receiptHash, signedBytes } from './receipt.js';
import { verifyReceipt } from './signed-receipt.js';

/** Keys that the reader of a bundle trusts. Without them, a bundle is only checked for consistency. */
export interface Pins {
  /** Fingerprint of the signer's key. */
  readonly signer?: string | undefined;
  /** Verifier key of the log. */
  readonly log?: string | undefined;
  /**
   * Policy whose quorum of witnesses must have cosigned the checkpoint. If the policy contains logs, the log must be
   * one of them.
   */
  readonly policy?: Policy | undefined;
}

/** Facts that a valid bundle proves. */
export interface Verified {
  readonly receipt: Receipt;
  readonly id: string;
  readonly receipt_hash: string;
  readonly key_fingerprint: string;
  /** Verifier key of the log that accepted the receipt. */
  readonly log: string;
  readonly log_index: number;
  readonly tree_size: number;
  readonly received_at: string;
  /** Names, in the policy, of the witnesses that cosigned the checkpoint; absent without a policy. */
  readonly witnesses?: readonly string[];
  /** Owner of the signer's key, by the log; absent in `v0`. */
  readonly key_owner?: KeyOwner;
  /** The JSON that the receipt's `context_hash` identifies, if the bundle has it. */
  readonly context?: object;
  /**
   * The consumer's decisions, oldest first, if the bundle has any. A bundle cannot show that there is no later one.
   */
  readonly countersignatures?: readonly ProvenCountersignature[];
  /** The chain under which the receipt was signed, if it was submitted with one; absent in `v0`. */
  readonly delegation?: ProvenDelegation;
  /** The hash of that chain; absent without one. */
  readonly delegation_hash?: string;
}

/**
 * Verifies signature, inclusion and checkpoint, and that all parts belong to the same receipt.
 * @throws AttestationError with the first problem
 */
export function verifyBundle(value: unknown, pins: Pins = {}): Verified {
  assertBundle(value);
  const receipt = verifyReceipt(value);
  const bytes = signedBytes(receipt);
  if (value.signed_bytes !== toBase64(bytes)) {
    throw new AttestationError('invalid_bundle', 'signed_bytes are not the canonical JSON of the receipt');
  }
  const { fingerprint } = readPublicKey(value.public_key);
  if (pins.signer !== undefined && pins.signer !== fingerprint) {
    throw new AttestationError(
      'invalid_bundle',
      `it is signed by the key ${fingerprint}, not by the key that you specified`,
    );
  }
  const receipt_hash = receiptHash(bytes);
  const chain = chainIn(value);
  const delegation_hash = chain ? chain.hash : hashInV0(value);
  const { witnesses, root } = openLog(value, { receipt_hash, delegation_hash }, pins);
  assertContext(value, receipt);
  const { id, received_at, log } = value;
  const { index: log_index, tree_size } = log;
  return {
    receipt,
    id,
    receipt_hash,
    key_fingerprint: fingerprint,
    log: log.public_key,
    log_index,
    tree_size,
    received_at,
    ...(pins.policy && { witnesses }),
    ...verifyV1(value, chain, { receipt, receipt_id: id, receipt_hash, fingerprint, log_index, tree_size, root }),
    ...(delegation_hash !== undefined && { delegation_hash }),
  };
}

/** Reads the chain of a `v1` bundle. */
function chainIn({ bundle, delegation }: ReceiptBundle): DelegationChain | undefined {
  return bundle === 'v1' && delegation ? readDelegation(delegation.chain, ['delegation', 'chain']) : undefined;
}

function hashInV0({ bundle, delegation_hash }: ReceiptBundle): string | undefined {
  return bundle === 'v1' ? undefined : delegation_hash;
}

/** Verifies the members that only `v1` has. */
function verifyV1(
  { bundle, key, context, countersignatures, delegation }: ReceiptBundle,
  chain: DelegationChain | undefined,
  proven: ProvenReceipt,
): Pick<Verified, 'key_owner' | 'context' | 'countersignatures' | 'delegation'> {
  if (bundle !== 'v1') return {};
  return {
    ...(key && { key_owner: verifyKeyOwner(key, proven) }),
    ...(context && { context }),
    ...(countersignatures && { countersignatures: verifyCountersignatures(countersignatures, proven, context) }),
    ...(delegation && chain && { delegation: verifyBundledDelegation(delegation, chain, proven, context) }),
  };
}

/**
 * Verifies that the context of a bundle is the one that the receipt signs.
 * @throws AttestationError `invalid_bundle`
 */
function assertContext({ bundle, context }: ReceiptBundle, { context_hash }: Receipt): void {
  if (bundle !== 'v1' || context === undefined || contextHash(context) === context_hash) return;
  throw new AttestationError('invalid_bundle', 'does not have the context_hash of the receipt', ['context']);
}

/** Verifies that the log contains the receipt. Returns its root, and the witnesses that cosigned its checkpoint. */
function openLog(
  { id, received_at, log }: ReceiptBundle,
  hashed: { readonly receipt_hash: string; readonly delegation_hash: string | undefined },
  pins: Pins,
) {
  if (pins.log !== undefined && pins.log !== log.public_key) {
    throw new AttestationError(
      'invalid_bundle',
      `it is from the log ${log.public_key}, not from the log that you specified`,
    );
  }
  const verifier = readVkey(log.public_key);
  const checkpoint = pins.policy
    ? openCosigned(log.checkpoint, verifier, pins.policy)
    : { ...openCheckpoint(log.checkpoint, verifier), witnesses: [] };
  if (checkpoint.size !== log.tree_size) {
    throw new AttestationError(
      'invalid_proof',
      `tree_size is ${log.tree_size}, the checkpoint's is ${checkpoint.size}`,
    );
  }
  const hashes = log.hashes.map((text) => fromBase64(text) ?? new Uint8Array());
  const leaf = receiptLeafHash({ id, received_at, ...hashed });
  if (!verifyInclusion(leaf, log.index, log.tree_size, hashes, checkpoint.root)) {
    throw new AttestationError('invalid_proof', 'the log does not hold this receipt with this id and time');
  }
  const { root, witnesses } = checkpoint;
  return { root, witnesses };
}
