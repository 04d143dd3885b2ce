import { createHmac } from 'node:crypto';
import { fromBase64url } from '../../domain/values/base64url.js';
import { isSameSecret } from '../../domain/values/secret.js';

/** Secret address at which a person sees and ends a grant. It needs no account: anyone who has it may end the grant. */

/** Returns the token in the address of a grant. */
export function grantToken(secret: Buffer, grantId: string): string {
  return `${grantId}.${signatureOf(secret, grantId).toString('base64url')}`;
}

/** Returns the id of the grant of a token; `undefined` for a forged one. */
export function openGrantToken(secret: Buffer, token: string): string | undefined {
  const [id = '', signature = '', ...rest] = token.split('.');
  const isSigned = rest.length === 0 && isSameSecret(fromBase64url(signature), signatureOf(secret, id));
  return isSigned ? id : undefined;
}

function signatureOf(secret: Buffer, grantId: string): Buffer {
  return createHmac('sha256', secret).update(`grant:${grantId}`).digest().subarray(0, 16);
}
