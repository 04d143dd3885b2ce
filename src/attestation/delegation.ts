import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js';
import { AttestationError } from './attestation-error.js';
import { toBase64, utf8 } from './bytes.js';
import { canonicalText } from './canonical-json.js';
import { assertForm, type ClosedForm, type FormError, HASH_RULE, type Rule, VERSION_RULE } from './closed-form.js';
import {
  assertScope,
  type DelegatedJob,
  type DelegationScope,
  findExceededMember,
  findWidenedMember,
} from './delegation-scope.js';
import { type KeyPair, readSignature, sign, verify } from './ed25519.js';
import { readInstant } from './instant.js';
import { isJsonObject } from './json-object.js';
import { type PublicKey, readPublicKey } from './public-key.js';

/** Chains that show who allowed the signer of a receipt what (docs/receipts-format.md, Delegations). */

/** The statement by which the holder of a key allows the holder of another one to sign receipts. */
export interface Delegation {
  readonly version: 'v0';
  /** Fingerprint of the key that signs this. */
  readonly issuer: string;
  /** Fingerprint of the key that may sign receipts, or the next link. */
  readonly subject: string;
  readonly scope: DelegationScope;
  /** First second of `issued_at` of receipts, in UTC: `2026-11-20T10:00:00Z`. */
  readonly not_before: string;
  /** First second that is too late. */
  readonly expires_at: string;
}

/** A link of a chain. */
export interface SignedDelegation {
  readonly statement: Delegation;
  /** Ed25519 signature of 64 bytes in base64. */
  readonly signature: string;
  /** Canonical PEM of the key of the issuer. */
  readonly public_key: string;
}

/** A link in the form that is verified. */
export interface DelegationLink extends SignedDelegation {
  readonly bytes: Uint8Array;
  readonly signature_bytes: Uint8Array;
  readonly key: PublicKey;
}

/** A well-formed chain in which no link allows more than the one before it. Its signatures are not verified. */
export interface DelegationChain {
  /** The first link is that of the root. */
  readonly links: readonly [DelegationLink, ...DelegationLink[]];
  /** Canonical JSON of the chain. */
  readonly text: string;
  /** SHA-256 of that text, lower-case hex, which the leaf of the receipt contains. */
  readonly hash: string;
}

/** A receipt that was signed under a chain. */
export interface DelegatedReceipt extends DelegatedJob {
  /** Fingerprint of the key that signed it. */
  readonly key_fingerprint: string;
  readonly issued_at: string;
}

export const MAX_LINKS = 8;
const MAX_CHAIN_BYTES = 16 * 1024;

/** No signed bytes of a receipt, countersignature or proof of possession begin with this line. */
const PREFIX = utf8('portal delegation\n');

const SECOND = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
const SECOND_RULE: Rule = {
  expected: 'a time in UTC with whole seconds, such as 2026-11-20T10:00:00Z',
  fits: (value) => typeof value === 'string' && SECOND.test(value) && readInstant(value) !== undefined,
};
const isText = (value: unknown) => typeof value === 'string';

const STATEMENT: ClosedForm & { readonly required: Readonly<Record<keyof Delegation, Rule>> } = {
  name: 'a delegation',
  required: {
    version: VERSION_RULE,
    issuer: HASH_RULE,
    subject: HASH_RULE,
    scope: { expected: 'an object', fits: isJsonObject },
    not_before: SECOND_RULE,
    expires_at: SECOND_RULE,
  },
};
const LINK: ClosedForm & { readonly required: Readonly<Record<keyof SignedDelegation, Rule>> } = {
  name: 'a link',
  required: {
    statement: { expected: 'an object', fits: isJsonObject },
    signature: { expected: 'a string', fits: isText },
    public_key: { expected: 'a string', fits: isText },
  },
};

/**
 * Validates the form of a statement, and returns the bytes to sign.
 * @throws AttestationError `invalid_delegation`
 */
export function delegationBytes(statement: unknown): Uint8Array {
  assertStatement(statement, errorAt([]));
  return bytesOf(statement);
}

/**
 * Signs a link. `issuer` is the fingerprint of the pair.
 * @throws AttestationError `invalid_delegation`
 */
export function signDelegation(
  { subject, scope, not_before, expires_at }: Omit<Delegation, 'version' | 'issuer'>,
  { seed, publicKey }: KeyPair,
): SignedDelegation {
  const issuer = publicKey.fingerprint;
  const statement: Delegation = { version: 'v0', issuer, subject, scope, not_before, expires_at };
  return { statement, signature: toBase64(sign(delegationBytes(statement), seed)), public_key: publicKey.pem };
}

/**
 * Reads a chain: the form of its links, that each is signed by the subject of the one before it, and that none allows
 * more than that one. Signatures are not verified.
 * @throws AttestationError `invalid_delegation`, or the code of a malformed key or signature
 */
export function readDelegation(value: unknown, path: readonly (string | number)[] = []): DelegationChain {
  const error = errorAt(path);
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  if (list.length < 1 || list.length > MAX_LINKS) throw error(`must be a list of 1 to ${MAX_LINKS} links`);
  const [first, ...others] = list.map((link, at) => readLink(link, [...path, at]));
  if (!first) throw error(`must be a list of 1 to ${MAX_LINKS} links`);
  const links = [first, ...others] as const;
  links.forEach((link, at) => {
    const before = links[at - 1];
    if (before) assertFollows(link.statement, before.statement, errorAt([...path, at, 'statement']));
  });
  const issuers = links.map(({ statement }) => statement.issuer);
  // A key that allows itself would look like one that somebody else allowed.
  const circular = links.findIndex(({ statement }, at) => issuers.slice(0, at + 1).includes(statement.subject));
  if (circular !== -1)
    throw errorAt([...path, circular, 'statement'])('must not be the key of this link or one before it', 'subject');
  const text = canonicalText(value);
  const bytes = utf8(text);
  if (bytes.length > MAX_CHAIN_BYTES) throw error(`must be at most ${MAX_CHAIN_BYTES / 1024} KiB of canonical JSON`);
  return { links, text, hash: bytesToHex(sha256(bytes)) };
}

/**
 * Verifies the signatures of a chain.
 * @throws AttestationError `invalid_delegation`
 */
export function verifyDelegation({ links }: DelegationChain, path: readonly (string | number)[] = []): void {
  for (const [at, { signature_bytes, bytes, key }] of links.entries())
    if (!verify(signature_bytes, bytes, key)) throw wrongSignature(path, at);
}

/** The error of a link whose signature is not valid. */
export function wrongSignature(path: readonly (string | number)[], at: number): AttestationError {
  return errorAt([...path, at])('is not a valid signature by public_key of the statement', 'signature');
}

/**
 * Checks that a chain allows a receipt: its last link names the key of the receipt, and covers its time and its job.
 * @throws AttestationError `invalid_delegation` for another key, `outside_delegation`
 */
export function assertDelegated(
  { links }: DelegationChain,
  { key_fingerprint, issued_at, ...job }: DelegatedReceipt,
  path: readonly (string | number)[] = [],
): void {
  const last = links.length - 1;
  const { subject, scope, not_before, expires_at } = (links[last] ?? links[0]).statement;
  const at = [...path, last, 'statement'];
  if (subject !== key_fingerprint)
    throw errorAt(at)('must be the fingerprint of the key that signs the receipt', 'subject');
  const outside = (detail: string, ...names: readonly string[]) =>
    new AttestationError('outside_delegation', detail, [...at, ...names]);
  const issued = secondOf(issued_at);
  if (issued < secondOf(not_before)) throw outside('is after issued_at of the receipt', 'not_before');
  if (issued >= secondOf(expires_at)) throw outside('is not after issued_at of the receipt', 'expires_at');
  const member = findExceededMember(scope, job);
  if (member) throw outside('does not allow the receipt', 'scope', member);
}

function readLink(value: unknown, path: readonly (string | number)[]): DelegationLink {
  const error = errorAt(path);
  assertLink(value, error);
  const { statement } = value;
  assertStatement(statement, errorAt([...path, 'statement']));
  const key = within([...path, 'public_key'], () => readPublicKey(value.public_key));
  if (key.pem !== value.public_key) throw error('must be PEM with a line break (LF) after each line', 'public_key');
  if (key.fingerprint !== statement.issuer) throw error('must be the fingerprint of public_key', 'statement', 'issuer');
  const signature_bytes = within([...path, 'signature'], () => readSignature(value.signature));
  return { ...value, bytes: bytesOf(statement), signature_bytes, key };
}

function assertLink(value: unknown, error: FormError): asserts value is SignedDelegation {
  assertForm(value, LINK, error);
}

function assertStatement(value: unknown, error: FormError): asserts value is Delegation {
  assertForm(value, STATEMENT, error);
  assertScope(Reflect.get(value, 'scope'), (detail, ...path) => error(detail, 'scope', ...path));
  if (String(Reflect.get(value, 'not_before')) >= String(Reflect.get(value, 'expires_at')))
    throw error('must be after not_before', 'expires_at');
}

function assertFollows(inner: Delegation, outer: Delegation, error: FormError): void {
  if (inner.issuer !== outer.subject) throw error('must be the subject of the link before', 'issuer');
  if (inner.not_before < outer.not_before) throw error('is earlier than in the link before', 'not_before');
  if (inner.expires_at > outer.expires_at) throw error('is later than in the link before', 'expires_at');
  const widened = findWidenedMember(inner.scope, outer.scope);
  if (widened) throw error('allows more than the link before', 'scope', widened);
}

function bytesOf(statement: Delegation): Uint8Array {
  return concatBytes(PREFIX, utf8(canonicalText(statement)));
}

/** Seconds since the epoch; a fraction is cut off, since limits are whole seconds. */
function secondOf(time: string): number {
  return Math.floor(Date.parse(time) / 1000);
}

/** Adds the place of a member to an error of its content. */
function within<R>(path: readonly (string | number)[], step: () => R): R {
  try {
    return step();
  } catch (error) {
    if (error instanceof AttestationError) throw new AttestationError(error.code, error.detail, path);
    throw error;
  }
}

function errorAt(place: readonly (string | number)[]) {
  return (detail: string, ...path: readonly (string | number)[]) =>
    new AttestationError('invalid_delegation', detail, [...place, ...path]);
}
