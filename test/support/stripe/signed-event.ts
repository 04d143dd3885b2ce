import { createHmac } from 'node:crypto';
import type { ApiEvent } from './objects.js';

/** Signs an event as Stripe does. `at`: milliseconds since the epoch. */
export function signedEvent(
  event: ApiEvent,
  secret: string,
  at: number,
): { body: string; headers: Record<string, string> } {
  const body = JSON.stringify(event, undefined, 2);
  const time = Math.floor(at / 1000);
  const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  return {
    body,
    headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': `t=${time},v1=${signature}` },
  };
}
