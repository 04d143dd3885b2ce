import { AttestationError } from './attestation-error.js';
import { fromBase64, fromUtf8, toBase64 } from './bytes.js';
import { canonicalJson } from './canonical-json.js';
import { openCheckpoint } from './checkpoint.js';
import { entryHash } from './log-leaf.js';
import { verifyInclusion } from './merkle.js';
import { readVkey } from './note.js';
import { readPublicKey } from './public-key.js';
import { type Receipt, readReceipt, receiptHash, signedBytes } from './receipt.js';
import { verifyReceipt } from './signed-receipt.js';

/** Everything that is needed to check a receipt without the portal (docs/receipts.md, Bundles). Bytes are base64. */
export interface ReceiptBundle {
  readonly bundle: 'v0';
  readonly id: string;
  readonly receipt: unknown;
  readonly signed_bytes: string;
  readonly signature: string;
  /** PEM. */
  readonly public_key: string;
  readonly received_at: string;
  readonly log: {
    readonly public_key: string;
    readonly index: number;
    readonly tree_size: number;
    readonly hashes: readonly string[];
    readonly checkpoint: string;
  };
}

/** What the reader of a bundle knows from elsewhere; without them a bundle only agrees with itself. */
export interface Pins {
  /** Fingerprint of the signer's key. */
  readonly signer?: string | undefined;
  /** Verifier key of the log. */
  readonly log?: string | undefined;
}

/** What a right bundle shows. */
export interface Verified {
  readonly receipt: Receipt;
  readonly id: string;
  readonly receipt_hash: string;
  readonly key_fingerprint: string;
  /** Verifier key of the log that accepted it. */
  readonly log: string;
  readonly log_index: number;
  readonly tree_size: number;
  readonly received_at: string;
}

/**
 * Checks signature, inclusion and checkpoint, and that all parts are of one receipt.
 * @throws AttestationError with the first thing that is wrong
 */
export function verifyBundle(value: unknown, pins: Pins = {}): Verified {
  if (!isBundle(value))
    throw new AttestationError('invalid_bundle', 'it does not have the form of a receipt bundle v0');
  const receipt = verifyReceipt(value);
  const bytes = signedBytes(receipt);
  if (value.signed_bytes !== toBase64(bytes)) {
    throw new AttestationError('invalid_bundle', 'signed_bytes are not the canonical JSON of the receipt');
  }
  const { fingerprint } = readPublicKey(value.public_key);
  if (pins.signer !== undefined && pins.signer !== fingerprint) {
    throw new AttestationError('invalid_bundle', `it is signed by the key ${fingerprint}, not by the one you named`);
  }
  assertLogged(value, receiptHash(bytes), pins);
  const { id, received_at, log } = value;
  return {
    receipt,
    id,
    receipt_hash: receiptHash(bytes),
    key_fingerprint: fingerprint,
    log: log.public_key,
    log_index: log.index,
    tree_size: log.tree_size,
    received_at,
  };
}

function assertLogged({ id, received_at, log }: ReceiptBundle, receipt_hash: string, pins: Pins): void {
  if (pins.log !== undefined && pins.log !== log.public_key) {
    throw new AttestationError('invalid_bundle', `it is of the log ${log.public_key}, not of the one you named`);
  }
  const checkpoint = openCheckpoint(log.checkpoint, readVkey(log.public_key));
  if (checkpoint.size !== log.tree_size) {
    throw new AttestationError(
      'invalid_proof',
      `tree_size is ${log.tree_size}, the checkpoint's is ${checkpoint.size}`,
    );
  }
  const hashes = log.hashes.map((text) => fromBase64(text) ?? new Uint8Array());
  const leaf = entryHash({ id, receipt_hash, received_at });
  if (
    !hashes.every(({ length }) => length === 32) ||
    !verifyInclusion(leaf, log.index, log.tree_size, hashes, checkpoint.root)
  ) {
    throw new AttestationError('invalid_proof', 'the log does not hold this receipt with this id and time');
  }
}

function isBundle(value: unknown): value is ReceiptBundle {
  if (!isObject(value) || value.bundle !== 'v0' || !isObject(value.log)) return false;
  const { log } = value;
  const texts = [value.id, value.signed_bytes, value.signature, value.public_key, value.received_at];
  return (
    [...texts, log.public_key, log.checkpoint].every((text) => typeof text === 'string') &&
    [log.index, log.tree_size].every((count) => Number.isSafeInteger(count)) &&
    Array.isArray(log.hashes) &&
    log.hashes.every((hash) => typeof hash === 'string')
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Parses the JSON of signed bytes, for those who hold only the bytes. */
export function receiptOf(bytes: Uint8Array): Receipt {
  const receipt = readReceipt(JSON.parse(fromUtf8(bytes)));
  if (canonicalJson(receipt) === fromUtf8(bytes)) return receipt;
  throw new AttestationError('invalid_receipt', 'the bytes are not canonical JSON');
}
