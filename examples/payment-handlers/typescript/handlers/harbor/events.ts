import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ProviderEvent, ProviderRequest } from 'commerce-portal/payment-handler';

/** Age at which a signed event is refused, in milliseconds. */
const MAX_AGE_MS = 300_000;

/** Signs a body as Harbor Pay does. `time` is in seconds. */
export function sign(body: Uint8Array, time: string, secret: string): string {
  return createHmac('sha256', secret).update(`${time}.`).update(body).digest('hex');
}

/** Reads an event; `undefined` if its signature is wrong or too old. */
export function readEvent({ headers, body, received_at }: ProviderRequest, secret: string): ProviderEvent | undefined {
  const time = headers['harbor-time'] ?? '';
  const given = Buffer.from(headers['harbor-signature'] ?? '');
  const expected = Buffer.from(sign(body, time, secret));
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  if (Math.abs(received_at - Number(time) * 1000) > MAX_AGE_MS) return undefined;
  const { id, authorization } = JSON.parse(new TextDecoder().decode(body));
  return { id, attempt_ids: [authorization] };
}
