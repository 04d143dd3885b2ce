import { signES256 } from './keys.js';
import type { Signer } from './sign.js';

/** A JWS without the body that it signs (RFC 7515, appendix F), as `Request-Signature` of 2026-01-11 has it. */
export function detachedJws({ kid, key }: Signer, body: Buffer): string {
  const header = Buffer.from(JSON.stringify({ alg: 'ES256', kid })).toString('base64url');
  const signature = signES256(key, `${header}.${body.toString('base64url')}`);
  return `${header}..${signature.toString('base64url')}`;
}
