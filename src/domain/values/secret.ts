import { hash, timingSafeEqual } from 'node:crypto';

/** Hashes a long random secret: SHA-256, lower-case hex. Its length makes guesses useless, so the hash needs no key. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret);
}

/** Compares secrets, or their hashes or signatures, in constant time. False if one was not sent. */
export function isSameSecret(sent: string | Uint8Array | undefined, wanted: string | Uint8Array): boolean {
  if (sent === undefined) return false;
  const [a, b] = [Buffer.from(sent), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}
