import { createHmac } from 'node:crypto';

const PREFIX = 'whsec_';

/**
 * Signs with HMAC-SHA256 over `id.timestamp.body`, the symmetric signature of Standard Webhooks. The key is the
 * secret's Base64 part after its prefix.
 */
export function signBody(secret: string, signed: string): string {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}
