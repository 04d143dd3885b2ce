import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { AttestationError } from './attestation-error.js';
import { fromUtf8, sameBytes, utf8 } from './bytes.js';
import { canonicalJson, canonicalText } from './canonical-json.js';
import { readInstant } from './instant.js';
import { isJsonObject } from './json-object.js';
import { assertJson, type JsonLimits } from './json-value.js';

/**
 * A job receipt in the form that is signed (docs/receipts-format.md). `version` determines algorithm and form: Ed25519
 * over the bytes of the JCS text.
 */
export interface Receipt {
  readonly version: 'v0';
  readonly agent_id: string;
  readonly consumer_id: string;
  readonly job_id: string;
  readonly resolution: string;
  readonly context_hash: string;
  /** RFC 3339 with a time zone; signed exactly as sent. */
  readonly issued_at: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

const RECEIPT_VERSION = 'v0';
const LIMITS: JsonLimits = { depth: 16, members: 256, stringLength: 8192 };
/** Maximum size of the signed text, in bytes. */
const MAX_SIGNED_BYTES = 32 * 1024;

/** Rules for the values of the required members except `version`, in the order of validation. */
const MEMBERS: Readonly<Record<string, { readonly expected: string; fits(value: unknown): boolean }>> = {
  agent_id: identifier(),
  consumer_id: identifier(),
  job_id: identifier(),
  resolution: pattern(/^[a-z][a-z0-9_]{0,63}$/, 'a lower-case word such as success: [a-z][a-z0-9_]{0,63}'),
  context_hash: pattern(/^[\x20-\x7e]{1,255}$/, '1 to 255 printable ASCII characters'),
  issued_at: {
    expected: 'an RFC 3339 time with zone, such as 2026-11-20T10:00:00Z',
    fits: (value) => typeof value === 'string' && readInstant(value) !== undefined,
  },
};

/**
 * Validates the form of a receipt and returns it unchanged, without adding or removing members.
 * @throws AttestationError `invalid_receipt`, `unsupported_receipt_version`
 */
export function readReceipt(value: unknown): Receipt {
  return readCanonicalReceipt(value).receipt;
}

/** Like `readReceipt`, but also returns the signed bytes. */
export function readCanonicalReceipt(value: unknown): { readonly receipt: Receipt; readonly bytes: Uint8Array } {
  if (!isJsonObject(value)) {
    throw new AttestationError('invalid_receipt', 'must be an object');
  }
  assertJson(value, LIMITS);
  assertMembers(value);
  const bytes = utf8(canonicalText(value));
  if (bytes.length > MAX_SIGNED_BYTES) {
    throw new AttestationError('invalid_receipt', `must be at most ${MAX_SIGNED_BYTES / 1024} KiB of canonical JSON`);
  }
  return { receipt: value, bytes };
}

/** Returns the bytes to sign: the canonical JSON (RFC 8785) in UTF-8, without a prefix, hash or line break. */
export function signedBytes(receipt: Receipt): Uint8Array {
  return utf8(canonicalJson(receipt));
}

/**
 * Parses a receipt from its signed bytes.
 * @throws AttestationError `invalid_receipt` when the bytes are not the canonical JSON of a receipt
 */
export function receiptOf(bytes: Uint8Array): Receipt {
  const { receipt, bytes: canonical } = readCanonicalReceipt(parsed(bytes));
  if (sameBytes(canonical, bytes)) return receipt;
  throw new AttestationError('invalid_receipt', 'is not canonical JSON');
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(fromUtf8(bytes));
  } catch {
    throw new AttestationError('invalid_receipt', 'is not JSON in UTF-8');
  }
}

/** Returns the SHA-256 of the signed bytes in lower-case hex. */
export function receiptHash(bytes: Uint8Array): string {
  return bytesToHex(sha256(bytes));
}

function assertMembers(value: object): asserts value is Receipt {
  assertVersion(value);
  for (const [name, { expected, fits }] of Object.entries(MEMBERS)) {
    if (!Object.hasOwn(value, name)) throw new AttestationError('invalid_receipt', 'is required', [name]);
    if (!fits(Reflect.get(value, name))) throw new AttestationError('invalid_receipt', `must be ${expected}`, [name]);
  }
  assertRest(value);
}

function assertVersion(value: object): void {
  if (!Object.hasOwn(value, 'version')) throw new AttestationError('invalid_receipt', 'is required', ['version']);
  if (Reflect.get(value, 'version') === RECEIPT_VERSION) return;
  throw new AttestationError('unsupported_receipt_version', `must be "${RECEIPT_VERSION}"`, ['version']);
}

function assertRest(value: object): void {
  const metadata: unknown = Reflect.get(value, 'metadata');
  if (Object.hasOwn(value, 'metadata') && !isJsonObject(metadata)) {
    throw new AttestationError('invalid_receipt', 'must be an object; omit it for none', ['metadata']);
  }
  const unknown = Object.keys(value).find(
    (name) => name !== 'version' && name !== 'metadata' && !Object.hasOwn(MEMBERS, name),
  );
  if (unknown !== undefined) throw new AttestationError('invalid_receipt', 'is not a member of a receipt', [unknown]);
}

/** Rule for an id of any form: 1 to 255 characters, without control characters or surrounding spaces. */
function identifier() {
  return {
    expected: '1 to 255 characters without control characters or space at the ends',
    fits: (value: unknown) => typeof value === 'string' && /^\P{Cc}{1,255}$/u.test(value) && value.trim() === value,
  };
}

function pattern(form: RegExp, expected: string) {
  return { expected, fits: (value: unknown) => typeof value === 'string' && form.test(value) };
}
