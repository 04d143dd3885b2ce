import { concatBytes } from '@noble/hashes/utils.js';
import { AttestationError } from './attestation-error.js';
import { fromBase64Url, fromUtf8, sameBytes, toBase64Url, utf8 } from './bytes.js';
import { canonicalJson } from './canonical-json.js';
import { contextHash } from './context-hash.js';
import { verify } from './ed25519.js';
import { isJsonObject } from './json-object.js';
import { publicKeyOf } from './public-key.js';
import { type Ed25519Key, ed25519Key, type P256Key, p256Key, type ShopKey } from './shop-key.js';
import { parseStrictText } from './strict-text.js';

/** The shop's word about an order (docs/receipts-format.md, Order statements). */

/**
 * A JWS in general JSON serialization (RFC 7515, 7.2.1): two signatures over the same payload, ES256 and then EdDSA, with
 * their public keys in the same order.
 */
export interface OrderStatement {
  /** Base64url of the canonical JSON of the claims. */
  readonly payload: string;
  readonly signatures: readonly { readonly protected: string; readonly signature: string }[];
  readonly keys: readonly ShopKey[];
}

/** Claims that a shop signs about an order. */
export interface StatementClaims {
  /** URL of the shop's deployment; its keys are at `iss` and `/jwks.json`. */
  readonly iss: string;
  /** Order id. */
  readonly sub: string;
  /** Time of the signature, in seconds since the epoch. */
  readonly iat: number;
  /** The order's receipt context. */
  readonly context: object;
}

/** Facts that a valid statement shows. */
export interface VerifiedStatement {
  readonly issuer: string;
  readonly order_id: string;
  /** ISO 8601. */
  readonly signed_at: string;
  readonly context: object;
  /** The hash by which receipts and the log name this order. */
  readonly context_hash: string;
  /** Key ids of the two signatures. */
  readonly keys: readonly [ES256: string, EdDSA: string];
}

/** Keys that the reader of a statement trusts. Without them, a statement is only checked for consistency. */
export interface StatementPins {
  /** Ids of the shop's keys. At least one of them must have signed. */
  readonly shop?: readonly string[] | undefined;
}

/** Marks the signatures of this kind, so that the keys can sign other things too (RFC 8725, 3.11). */
const TYPE = 'order-statement+jwt';

/** Canonical JSON of the header that a key signs in a statement. */
export function statementHeader({ alg, kid }: Pick<ShopKey, 'alg' | 'kid'>): string {
  return canonicalJson({ alg, kid, typ: TYPE });
}

/**
 * Encodes the payload that both keys sign.
 * @throws AttestationError `invalid_receipt` for values outside JSON
 */
export function statementPayload(claims: StatementClaims): Uint8Array {
  return utf8(canonicalJson(claims));
}

/** True for content that is meant as an order statement, valid or not. */
export function isMeantAsStatement(value: unknown): boolean {
  return isJsonObject(value) && 'signatures' in value && !('bundle' in value);
}

/**
 * Verifies both signatures, and that they are over the same statement. Uses Web Cryptography, which browsers offer only
 * to pages with https.
 * @throws AttestationError `invalid_statement`, `invalid_public_key`, `weak_public_key`
 */
export async function verifyOrderStatement(value: unknown, pins: StatementPins = {}): Promise<VerifiedStatement> {
  const { payload, signatures, keys } = partsOf(value);
  const [p256, ed25519] = [readP256(keys[0]), readEd25519(keys[1])];
  const claims = readClaims(payload);
  const [first, second] = [signedBy(p256, payload, signatures[0], 0), signedBy(ed25519, payload, signatures[1], 1)];
  if (!(await isSignedES256(p256, first))) throw wrongSignature(0);
  if (!verify(second.signature, second.message, publicKeyOf(bytesIn(ed25519.x)))) throw wrongSignature(1);
  const kids = [p256.kid, ed25519.kid] as const;
  if (pins.shop !== undefined && !kids.some((kid) => pins.shop?.includes(kid)))
    throw invalid([], `it is signed by the keys ${kids.join(' and ')}, none of which you specified`);
  const { iss, sub, iat, context } = claims;
  return {
    issuer: iss,
    order_id: sub,
    signed_at: new Date(iat * 1000).toISOString(),
    context,
    context_hash: contextHash(context),
    keys: kids,
  };
}

type Members = Readonly<Record<string, unknown>>;

function partsOf(value: unknown) {
  const { payload, signatures, keys } = membersOf(value, ['payload', 'signatures', 'keys'], []);
  return {
    payload: textOf(payload, ['payload']),
    signatures: pairOf(signatures, 'signatures'),
    keys: pairOf(keys, 'keys'),
  };
}

function readP256(value: unknown): P256Key {
  const { x, y } = membersOf(value, Object.keys(p256Key('', '')), ['keys', 0]);
  const key = p256Key(coordinateOf(x, ['keys', 0, 'x']), coordinateOf(y, ['keys', 0, 'y']));
  assertSame(value, key, 0);
  return key;
}

function readEd25519(value: unknown): Ed25519Key {
  const { x } = membersOf(value, Object.keys(ed25519Key('')), ['keys', 1]);
  const key = ed25519Key(coordinateOf(x, ['keys', 1, 'x']));
  assertSame(value, key, 1);
  return key;
}

/** The coordinates determine all other members. */
function assertSame(value: unknown, key: ShopKey, at: number): void {
  if (canonical(value, ['keys', at]) !== canonicalJson(key))
    throw invalid(['keys', at], `must be the JWK of a key for ${key.alg}, with its thumbprint as kid`);
}

/** Decodes a signature, and returns it with the message that it must be over. */
function signedBy(key: ShopKey, payload: string, value: unknown, at: number) {
  const path = ['signatures', at];
  const { protected: header, signature } = membersOf(value, ['protected', 'signature'], path);
  const expected = toBase64Url(utf8(statementHeader(key)));
  if (header !== expected) throw invalid([...path, 'protected'], `must be base64url of ${statementHeader(key)}`);
  const bytes = fromBase64Url(textOf(signature, [...path, 'signature']));
  if (bytes?.length !== 64) throw invalid([...path, 'signature'], 'must be the 64 bytes of the signature in base64url');
  return { signature: bytes, message: utf8(`${expected}.${payload}`) };
}

async function isSignedES256(
  { x, y }: P256Key,
  { signature, message }: { readonly signature: Uint8Array; readonly message: Uint8Array },
): Promise<boolean> {
  const { subtle } = globalThis.crypto;
  if (!subtle) throw new Error('ES256 needs Web Cryptography, which this page does not have: open it with https');
  const point = Uint8Array.from(concatBytes(Uint8Array.of(4), bytesIn(x), bytesIn(y)));
  const key = await subtle
    .importKey('raw', point, { name: 'ECDSA', namedCurve: 'P-256' }, false, ['verify'])
    .catch(() => undefined);
  if (!key) throw invalid(['keys', 0], 'must be a point of the curve P-256');
  const ways = { name: 'ECDSA', hash: 'SHA-256' };
  return subtle.verify(ways, key, Uint8Array.from(signature), Uint8Array.from(message));
}

/** Latest time with a year of four digits, in seconds. */
const LAST = 253_402_300_799;
const URL_TEXT = /^[\x21-\x7e]+$/;
const ID = /^[\x21-\x7e]{1,255}$/;

function readClaims(payload: string): StatementClaims {
  const claims = membersOf(jsonIn(payload), ['iss', 'sub', 'iat', 'context'], ['payload']);
  const { iss, sub, iat, context } = claims;
  if (typeof iss !== 'string' || !URL_TEXT.test(iss))
    throw invalid(['payload', 'iss'], 'must be the URL of the deployment');
  if (typeof sub !== 'string' || !ID.test(sub)) throw invalid(['payload', 'sub'], 'must be the id of the order');
  if (typeof iat !== 'number' || !Number.isInteger(iat) || iat < 0 || iat > LAST)
    throw invalid(['payload', 'iat'], 'must be a time in whole seconds since the epoch');
  if (!isJsonObject(context) || context.order_id !== sub)
    throw invalid(['payload', 'context'], 'must be the context of the order in sub');
  return { iss, sub, iat, context };
}

/** Parses the payload, which has exactly one form, so no two readers can see different values. */
function jsonIn(payload: string): unknown {
  const path = ['payload'];
  const bytes = fromBase64Url(payload);
  if (!bytes) throw invalid(path, 'must be base64url without padding');
  let value: unknown;
  try {
    value = parseStrictText(fromUtf8(bytes), () => true).value;
  } catch {
    throw invalid(path, 'is not strict JSON');
  }
  if (sameBytes(utf8(canonical(value, path)), bytes)) return value;
  throw invalid(path, 'is not canonical JSON (RFC 8785)');
}

function canonical(value: unknown, path: Path): string {
  try {
    return canonicalJson(value);
  } catch {
    throw invalid(path, 'is not a JSON value');
  }
}

type Path = readonly (string | number)[];

/** The form is closed: a verifier must not call a statement valid without what a member claims. */
function membersOf(value: unknown, names: readonly string[], path: Path): Members {
  if (
    !isJsonObject(value) ||
    Object.keys(value).length !== names.length ||
    !names.every((name) => Object.hasOwn(value, name))
  )
    throw invalid(path, `must be an object with exactly these members: ${names.join(', ')}`);
  return value;
}

function pairOf(value: unknown, name: string): readonly unknown[] {
  if (Array.isArray(value) && value.length === 2) return value;
  throw invalid([name], 'must have two entries, the first for ES256 and the second for EdDSA');
}

function textOf(value: unknown, path: Path): string {
  if (typeof value === 'string') return value;
  throw invalid(path, 'must be a string');
}

function coordinateOf(value: unknown, path: Path): string {
  const text = textOf(value, path);
  if (fromBase64Url(text)?.length === 32) return text;
  throw invalid(path, 'must be 32 bytes in base64url without padding');
}

function bytesIn(text: string): Uint8Array {
  return fromBase64Url(text) ?? new Uint8Array();
}

function wrongSignature(at: number): AttestationError {
  return invalid(['signatures', at], 'is not a valid signature over this payload');
}

function invalid(path: Path, detail: string): AttestationError {
  return new AttestationError('invalid_statement', detail, path);
}
