import { signES256 } from './keys.js';
import type { Signer } from './sign.js';

/** A JWS without its payload (RFC 7515, appendix F), for the `Request-Signature` header of 2026-01-11. */
export function detachedJws({ kid, key }: Signer, body: Buffer): string {
  const header = Buffer.from(JSON.stringify({ alg: 'ES256', kid })).toString('base64url');
  const signature = signES256(key, `${header}.${body.toString('base64url')}`);
  return `${header}..${signature.toString('base64url')}`;
}
