import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js';
import { AttestationError } from './attestation-error.js';
import { toBase64, utf8 } from './bytes.js';
import { canonicalText } from './canonical-json.js';
import { assertForm, HASH_RULE, isHash, isId, type Rule, TIME_RULE, VERSION_RULE } from './closed-form.js';
import { type KeyPair, readSignature, sign, verify } from './ed25519.js';
import { readPublicKey } from './public-key.js';

/** The consumer's side of a receipt (docs/receipts-format.md, Countersignatures). */

export const DECISIONS = ['accept', 'dispute'] as const;
export type Decision = (typeof DECISIONS)[number];

/** The statement that a consumer signs about a receipt. */
export interface Countersignature {
  readonly version: 'v0';
  readonly receipt_hash: string;
  /** Order to which the receipt is bound; null if it is bound to none. */
  readonly order_id: string | null;
  readonly consumer_id: string;
  readonly decision: Decision;
  /** Hash of the reason with its salt; null for an acceptance. */
  readonly reason_hash: string | null;
  /** RFC 3339 with a time zone; signed exactly as sent. */
  readonly issued_at: string;
}

/** A countersignature with its proof. */
export interface SignedCountersignature {
  readonly statement: Countersignature;
  /** Ed25519 signature of 64 bytes in base64. */
  readonly signature: string;
  /** PEM. */
  readonly public_key: string;
}

/** Signed bytes of a receipt begin with a brace, and those of a proof of possession with another line. */
const PREFIX = utf8('portal countersignature\n');

const MEMBERS: Readonly<Record<keyof Countersignature, Rule>> = {
  version: VERSION_RULE,
  receipt_hash: HASH_RULE,
  order_id: { expected: 'the id of the order, or null', fits: (value) => value === null || isId(value) },
  consumer_id: { expected: 'the id of the consumer', fits: isId },
  decision: { expected: '"accept" or "dispute"', fits: (value) => DECISIONS.some((one) => one === value) },
  reason_hash: { expected: '64 lower-case hex digits, or null', fits: (value) => value === null || isHash(value) },
  issued_at: TIME_RULE,
};

/**
 * Validates the form of a statement, and returns it with the bytes to sign.
 * @throws AttestationError `invalid_countersignature`
 */
export function readCountersignature(value: unknown): {
  readonly statement: Countersignature;
  readonly bytes: Uint8Array;
} {
  assertStatement(value);
  return { statement: value, bytes: concatBytes(PREFIX, utf8(canonicalText(value))) };
}

/**
 * Signs a statement.
 * @throws AttestationError `invalid_countersignature`
 */
export function countersign(statement: Countersignature, { seed, publicKey }: KeyPair): SignedCountersignature {
  const { bytes } = readCountersignature(statement);
  return { statement, signature: toBase64(sign(bytes, seed)), public_key: publicKey.pem };
}

/**
 * Verifies the form and signature of a countersignature, but not the owner of the key.
 * @throws AttestationError `signature_invalid`, or the code of a malformed statement, key or signature
 */
export function verifyCountersignature(
  signed: Omit<SignedCountersignature, 'statement'> & { readonly statement: unknown },
): Countersignature {
  const { statement, bytes } = readCountersignature(signed.statement);
  if (verify(readSignature(signed.signature), bytes, readPublicKey(signed.public_key))) return statement;
  throw new AttestationError('signature_invalid', 'the signature is not valid for this key and this statement');
}

/**
 * Hashes the reason of a dispute: SHA-256 of the salt and the canonical JSON of `{ "reason": … }`, lower-case hex. The
 * salt keeps a short reason from being guessed, since a log may be public.
 */
export function reasonHash(salt: string, reason: string): string {
  return bytesToHex(sha256(utf8(salt + canonicalText({ reason }))));
}

/** Returns the bytes that prove possession of a consumer's private key. They name the consumer. */
export function consumerKeyBytes(consumerId: string, fingerprint: string): Uint8Array {
  return utf8(`portal consumer key\n${consumerId}\n${fingerprint}\n`);
}

/** Proves possession of a consumer's key: the `proof` of `register_consumer_key`, base64. */
export function proveConsumerKey(consumerId: string, { seed, publicKey }: KeyPair): string {
  return toBase64(sign(consumerKeyBytes(consumerId, publicKey.fingerprint), seed));
}

/** True for a value in the form of a statement. */
export function isCountersignature(value: unknown): value is Countersignature {
  try {
    assertStatement(value);
    return true;
  } catch {
    return false;
  }
}

function assertStatement(value: unknown): asserts value is Countersignature {
  assertForm(value, { name: 'a countersignature', required: MEMBERS }, wrong);
  const hasReason = Reflect.get(value, 'reason_hash') !== null;
  if (hasReason === (Reflect.get(value, 'decision') === 'accept'))
    throw wrong(hasReason ? 'must be null to accept' : 'is required to dispute', 'reason_hash');
}

function wrong(detail: string, ...path: readonly (string | number)[]): AttestationError {
  return new AttestationError('invalid_countersignature', detail, path);
}
