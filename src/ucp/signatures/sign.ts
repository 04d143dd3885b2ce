import type { KeyObject } from 'node:crypto';
import { type InnerList, serializeDictionary } from 'structured-headers';
import { signatureBase } from './base.js';
import { signES256 } from './keys.js';
import { contentDigest, requestMessage, responseMessage, type SignableMessage, toArrayBuffer } from './message.js';

/** A deployment's signing key. */
export interface Signer {
  readonly kid: string;
  readonly key: KeyObject;
}

const LABEL = 'sig1';

/**
 * Returns the `Signature-Input` and `Signature` headers for a message that has all these components. `now`:
 * milliseconds since the epoch.
 */
export function signatureHeaders(
  { kid, key }: Signer,
  message: SignableMessage,
  components: readonly string[],
  now: number,
): Readonly<Record<'signature-input' | 'signature', string>> {
  const input: InnerList = [
    components.map((name) => [name, new Map()]),
    new Map<string, string | number>([
      ['created', Math.floor(now / 1000)],
      ['keyid', kid],
    ]),
  ];
  const base = signatureBase(message, input);
  if (base === undefined) throw new Error('a component to be signed is absent');
  return {
    'signature-input': serializeDictionary(new Map([[LABEL, input]])),
    signature: serializeDictionary(new Map([[LABEL, [toArrayBuffer(signES256(key, base)), new Map()]]])),
  };
}

/** A POST request whose signature will identify its sender. */
export interface SignedPost {
  readonly url: URL;
  /** Header values by lower-case name; the signature covers all of them. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Returns all headers of a signed POST (UCP, REST Request Signing). `now`: milliseconds since the epoch. */
export function signedPost(
  signer: Signer,
  { url, headers, body }: SignedPost,
  now: number,
): Readonly<Record<string, string>> {
  const fields: Readonly<Record<string, string>> = { ...headers, 'content-digest': contentDigest(body) };
  const { host: authority, pathname, search } = url;
  const field = (name: string) => (fields[name] === undefined ? [] : [fields[name]]);
  const message = requestMessage({ method: 'POST', authority, target: `${pathname}${search}`, field });
  const derived = ['@method', '@authority', '@path', ...(search === '' ? [] : ['@query'])];
  return { ...fields, ...signatureHeaders(signer, message, [...derived, ...Object.keys(fields)], now) };
}

/** Headers that sign a JSON response (UCP, REST Response Signing). */
export function signedAnswer(
  signer: Signer,
  status: number,
  body: Uint8Array,
  contentType: string,
  now: number,
): Readonly<Record<string, string>> {
  const digest = contentDigest(body);
  const message = responseMessage(status, { 'content-digest': digest, 'content-type': contentType });
  const components = ['@status', 'content-digest', 'content-type'];
  return { 'content-digest': digest, ...signatureHeaders(signer, message, components, now) };
}
