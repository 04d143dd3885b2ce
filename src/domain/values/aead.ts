import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';
import { oncePer } from './once-per.js';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;

/** Length of the authentication tag in bytes: 16, or 12 for short texts where each forgery attempt requires a call. */
type TagBytes = 12 | 16;

/**
 * Encrypts data for a context (`bound`), which must be passed again to decrypt it. Using one IV for two plaintexts
 * would break GCM. So the IV is not random but an HMAC of context and plaintext: different plaintexts have different
 * IVs, even if a decision runs twice or random numbers are weak. Equal inputs give equal outputs, which reveals only
 * that they are equal.
 * @param key 32 bytes, used for nothing else
 * @returns IV, tag and ciphertext, concatenated
 */
export function seal(key: Uint8Array, plain: Uint8Array, bound: string, tagBytes: TagBytes = 16): Buffer {
  const iv = syntheticIv(key, plain, bound);
  const cipher = createCipheriv(CIPHER, key, iv, { authTagLength: tagBytes }).setAAD(Buffer.from(bound));
  const sealed = [cipher.update(plain), cipher.final()];
  return Buffer.concat([iv, cipher.getAuthTag(), ...sealed]);
}

/** Decrypts data; `undefined` if key, context or tag length is different, or the data was modified. */
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

/**
 * Computes the IV with a key different from the cipher's. The context is hashed to a fixed length, so that different
 * pairs of context and plaintext never produce the same input.
 */
function syntheticIv(key: Uint8Array, plain: Uint8Array, bound: string): Buffer {
  const ivKey = ivKeyOf(key);
  const context = createHmac('sha256', ivKey).update(bound).digest();
  return createHmac('sha256', ivKey).update(context).update(plain).digest().subarray(0, IV_BYTES);
}

const ivKeyOf = oncePer((key: Uint8Array) => createHmac('sha256', key).update('iv').digest());
