import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';
import { oncePer } from './once-per.js';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;

/** Bytes of the tag: 16, or 12 where a short text matters and a forgery costs one call each. */
type TagBytes = 12 | 16;

/**
 * Encrypts, and binds to a context that must be given again to open it. The IV is synthetic: an HMAC of context and
 * plaintext. So equal input gives equal output, and one IV is never used for two plaintexts, which would break GCM,
 * whatever runs twice and however good the random numbers are. Equal outputs tell only that their inputs are equal.
 * @param key 32 bytes, for this purpose alone
 * @returns IV, tag and ciphertext, joined
 */
export function seal(key: Uint8Array, plain: Uint8Array, bound: string, tagBytes: TagBytes = 16): Buffer {
  const iv = syntheticIv(key, plain, bound);
  const cipher = createCipheriv(CIPHER, key, iv, { authTagLength: tagBytes }).setAAD(Buffer.from(bound));
  const sealed = [cipher.update(plain), cipher.final()];
  return Buffer.concat([iv, cipher.getAuthTag(), ...sealed]);
}

/** The plaintext; undefined = not sealed with this key, context and length of tag, or changed since. */
export function open(key: Uint8Array, sealed: Uint8Array, bound: string, tagBytes: TagBytes = 16): Buffer | undefined {
  const start = IV_BYTES + tagBytes;
  if (sealed.length < start) return undefined;
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, IV_BYTES), { authTagLength: tagBytes })
    .setAAD(Buffer.from(bound))
    .setAuthTag(sealed.subarray(IV_BYTES, start));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(start)), decipher.final()]);
  } catch {
    return undefined;
  }
}

/** With a separate key, since the cipher uses the other one. The hash of the context has a fixed length, so that two pairs never give the same bytes. */
function syntheticIv(key: Uint8Array, plain: Uint8Array, bound: string): Buffer {
  const ivKey = ivKeyOf(key);
  const context = createHmac('sha256', ivKey).update(bound).digest();
  return createHmac('sha256', ivKey).update(context).update(plain).digest().subarray(0, IV_BYTES);
}

const ivKeyOf = oncePer((key: Uint8Array) => createHmac('sha256', key).update('iv').digest());
