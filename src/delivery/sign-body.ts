import { createHmac } from 'node:crypto';

const PREFIX = 'whsec_';

/**
 * Signs the text `id.timestamp.body` with HMAC-SHA256, the symmetric signature of Standard Webhooks. The key is the
 * secret's Base64 part after its prefix.
 */
export function signBody(secret: string, signed: string): string {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}
