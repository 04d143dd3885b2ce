import type { KeyObject } from 'node:crypto';
import { type InnerList, serializeDictionary } from 'structured-headers';
import { signatureBase } from './base.js';
import { signES256 } from './keys.js';
import { bytesOf, contentDigest, responseMessage, type SignableMessage } from './message.js';

/** A key of a deployment that signs. */
export interface Signer {
  readonly kid: string;
  readonly key: KeyObject;
}

const LABEL = 'sig1';

/** `Signature-Input` and `Signature` of a message, which must have these components. `now`: milliseconds. */
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
    signature: serializeDictionary(new Map([[LABEL, [bytesOf(signES256(key, base)), new Map()]]])),
  };
}

/** The headers that sign a JSON answer (UCP, REST Response Signing). */
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
