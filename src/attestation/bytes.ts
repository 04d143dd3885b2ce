/** Text encodings of bytes. Uses only features that both browsers and Node have. */

const encoder = new TextEncoder();
const strictDecoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export function utf8(text: string): Uint8Array {
  return encoder.encode(text);
}

/**
 * Decodes UTF-8.
 * @throws TypeError for bytes that are not UTF-8
 */
export function fromUtf8(bytes: Uint8Array): string {
  return strictDecoder.decode(bytes);
}

/** Base64 with padding. The bits of the last character that encode nothing are zero. */
const BASE64 = /^[A-Za-z0-9+/]*(?:[AQgw]==|[AEIMQUYcgkosw048]=)?$/;

/** Encodes base64 (RFC 4648, section 4) with padding. */
export function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

/**
 * Decodes canonical padded base64: standard alphabet, no line breaks, and unused trailing bits zero. Returns
 * `undefined` for any other text.
 */
export function fromBase64(text: string): Uint8Array | undefined {
  if (!BASE64.test(text) || text.length % 4 !== 0) return undefined;
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < bytes.length; index += 1) bytes[index] = binary.charCodeAt(index);
  return bytes;
}

/** Encodes base64url (RFC 4648, section 5) without padding, as used in JOSE. */
export function toBase64Url(bytes: Uint8Array): string {
  return toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Decodes canonical base64url without padding. Returns `undefined` for any other text. */
export function fromBase64Url(text: string): Uint8Array | undefined {
  if (!/^[A-Za-z0-9_-]*$/.test(text)) return undefined;
  const padding = '='.repeat((4 - (text.length % 4)) % 4);
  return fromBase64(`${text.replaceAll('-', '+').replaceAll('_', '/')}${padding}`);
}

export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}
