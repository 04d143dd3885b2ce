import { generateKeyPairSync, type KeyObject, sign as signBytes } from 'node:crypto';
import { createVerifier, httpbis, type Request, type Response } from 'http-message-signatures';
import { type Jwk, readKeys, verifyingKey } from '../../src/ucp/signatures/keys.js';
import { contentDigest, requestMessage } from '../../src/ucp/signatures/message.js';
import { PROFILE } from './platform.js';

/** Signs requests with a signature base that is built without the tested code. */

export interface Pair {
  readonly jwk: Jwk;
  readonly key: KeyObject;
}

export function pairOf(kid: string, curve: 'P-256' | 'P-384' | 'Ed25519' = 'P-256'): Pair {
  const made = curve === 'Ed25519' ? generateKeyPairSync('ed25519') : generateKeyPairSync('ec', { namedCurve: curve });
  const [jwk] = readKeys([{ ...made.publicKey.export({ format: 'jwk' }), kid }]);
  if (!jwk) throw new Error('the key cannot be read');
  return { jwk, key: made.privateKey };
}

const HASHES: Readonly<Record<string, string | null>> = { 'P-256': 'sha256', 'P-384': 'sha384', Ed25519: null };

export interface Sent {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export const AUTHORITY = 'shop.example.com';
export const SENT: Sent = {
  method: 'POST',
  target: '/ucp/2026-08-25/checkout-sessions',
  headers: { 'ucp-agent': `profile="${PROFILE}"`, 'idempotency-key': 'one', 'content-type': 'application/json' },
  body: '{"line_items":[]}',
};
export const WHOLE = [
  '@method',
  '@authority',
  '@path',
  'ucp-agent',
  'idempotency-key',
  'content-digest',
  'content-type',
];

export const messageOf = ({ method, target, headers }: Sent, authority = AUTHORITY) =>
  requestMessage({ method, target, authority, field: (name) => (headers[name] === undefined ? [] : [headers[name]]) });

export interface Signing {
  readonly components?: readonly string[];
  readonly label?: string;
  /** Raw signature parameters; by default, the key id. */
  readonly parameters?: string;
  readonly encoding?: 'der' | 'ieee-p1363';
  readonly authority?: string;
}

/** Signs a request, and adds the signature to those that it has. */
export function signed(sent: Sent, { jwk, key }: Pair, how: Signing = {}): Sent {
  const { components = WHOLE, label = 'sig1', parameters = `;keyid="${jwk.kid}"`, encoding = 'ieee-p1363' } = how;
  const headers: Record<string, string> = { ...sent.headers };
  if (sent.body !== '') headers['content-digest'] ??= contentDigest(Buffer.from(sent.body));
  const message = messageOf({ ...sent, headers }, how.authority);
  const list = `(${components.map((one) => `"${one}"`).join(' ')})${parameters}`;
  const lines = components.map((one) => `"${one}": ${message.derived.get(one) ?? headers[one]}`);
  const base = [...lines, `"@signature-params": ${list}`].join('\n');
  const value = signBytes(HASHES[jwk.crv ?? ''] ?? null, Buffer.from(base), { key, dsaEncoding: encoding }).toString(
    'base64',
  );
  const joined = (name: string, text: string) => (headers[name] === undefined ? text : `${headers[name]}, ${text}`);
  headers['signature-input'] = joined('signature-input', `${label}=${list}`);
  headers.signature = joined('signature', `${label}=:${value}:`);
  return { ...sent, headers };
}

/** Verifies a message with the keys of a profile and the library http-message-signatures, which ignores digests. */
export async function verifiedElsewhere(message: Request | Response, keys: readonly Jwk[]) {
  const keyLookup = async ({ keyid }: { readonly keyid?: string }) => {
    const jwk = keys.find(({ kid }) => kid === keyid);
    const key = jwk && verifyingKey(jwk)?.key;
    const algorithm = 'ecdsa-p256-sha256';
    return key ? { id: String(keyid), algs: [algorithm], verify: createVerifier(key, algorithm) } : null;
  };
  return 'status' in message
    ? httpbis.verifyMessage({ keyLookup }, message)
    : httpbis.verifyMessage({ keyLookup }, message);
}
