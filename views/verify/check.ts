import {
  AttestationError,
  isMeantAsStatement,
  parseBundle,
  type Receipt,
  readPublicKey,
  type Verified,
  type VerifiedStatement,
  verifyBundle,
  verifyOrderStatement,
  verifyReceipt,
} from '../../src/receipts.js';

/** Entries of the form. */
interface Entries {
  readonly text: string;
  /** Fingerprint or PEM; empty if the reader knows no key. */
  readonly signer: string;
  /** Verifier key; empty if the reader knows no log. */
  readonly log: string;
}

/** Outcome of a check. A receipt alone has no proof that a log accepted it. */
export type Outcome =
  | { readonly kind: 'bundle'; readonly verified: Verified }
  | { readonly kind: 'receipt'; readonly receipt: Receipt; readonly key_fingerprint: string }
  | { readonly kind: 'invalid'; readonly detail: string };

/** Checks a bundle or a signed receipt, or the response of a portal that contains one in `data`. */
export function check({ text, signer, log }: Entries): Outcome {
  try {
    const value = contentOf(text);
    const pinned = signer === '' ? undefined : fingerprintOf(signer);
    if ('bundle' in value)
      return { kind: 'bundle', verified: verifyBundle(value, { signer: pinned, log: log === '' ? undefined : log }) };
    const { receipt, signature, public_key } = submissionOf(value);
    const { fingerprint } = readPublicKey(public_key);
    if (pinned !== undefined && pinned !== fingerprint)
      return invalid(`it is signed by the key ${fingerprint}, not by the key that you know`);
    if (log !== '') return invalid('a receipt without a bundle has no proof that a log accepted it');
    return {
      kind: 'receipt',
      receipt: verifyReceipt({ receipt, signature, public_key }),
      key_fingerprint: fingerprint,
    };
  } catch (error) {
    if (error instanceof AttestationError) return invalid(detailOf(error));
    throw error;
  }
}

/** Outcome of a check of an order statement. `unchecked`: the browser cannot check it on this page. */
export type StatementOutcome =
  | { readonly kind: 'statement'; readonly verified: VerifiedStatement }
  | { readonly kind: 'invalid' | 'unchecked'; readonly detail: string };

/** True for the text of an order statement, valid or not. */
export function isStatementText(text: string): boolean {
  try {
    return isMeantAsStatement(parseBundle(text));
  } catch {
    return false;
  }
}

/** Checks an order statement. `shop`: ids of the shop's keys that the reader knows. */
export async function checkStatement(text: string, shop: readonly string[]): Promise<StatementOutcome> {
  if (!globalThis.crypto.subtle)
    return { kind: 'unchecked', detail: 'Browsers check ES256 only on pages with https: use the command below.' };
  try {
    const pins = { shop: shop.length === 0 ? undefined : shop };
    return { kind: 'statement', verified: await verifyOrderStatement(parseBundle(text), pins) };
  } catch (error) {
    if (error instanceof AttestationError) return { kind: 'invalid', detail: detailOf(error) };
    throw error;
  }
}

/** Decodes a file. Bytes that are not UTF-8 become a text that is no JSON either, so no check can accept them. */
export function decodeFile(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return 'The file is not UTF-8.';
  }
}

function detailOf({ path, detail }: AttestationError): string {
  return [...path, detail].join(': ');
}

function invalid(detail: string): Outcome {
  return { kind: 'invalid', detail };
}

/** @throws AttestationError for text that is not strict JSON of an object */
function contentOf(text: string): object {
  const content = parseBundle(text);
  if (isObject(content)) return content;
  throw new AttestationError('invalid_bundle', 'it is not a JSON object');
}

/** @throws AttestationError if a member is missing */
function submissionOf(value: object) {
  if (
    'receipt' in value &&
    'signature' in value &&
    'public_key' in value &&
    typeof value.signature === 'string' &&
    typeof value.public_key === 'string'
  )
    return { receipt: value.receipt, signature: value.signature, public_key: value.public_key };
  throw new AttestationError('invalid_receipt', 'it is neither a bundle, nor a receipt with signature and public_key');
}

function fingerprintOf(signer: string): string {
  return /^[0-9a-f]{64}$/.test(signer) ? signer : readPublicKey(`${signer}\n`).fingerprint;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
