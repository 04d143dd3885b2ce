import { createHmac, timingSafeEqual } from 'node:crypto';
import type { z } from 'zod';
import { PortalError } from '../domain/errors.js';

const MAC_BYTES = 9;

/**
 * An opaque cursor: a position, bound by a MAC to the list and the filters it was made with.
 * `list` must name both.
 */
export function makeCursor(secret: Buffer, list: readonly unknown[], position: unknown): string {
  const payload = Buffer.from(JSON.stringify(position)).toString('base64url');
  return `${payload}.${macOf(secret, list, payload).toString('base64url')}`;
}

/** @throws PortalError `invalid_cursor` */
export function readCursor<Position extends z.ZodType>(
  secret: Buffer,
  list: readonly unknown[],
  cursor: string | undefined,
  position: Position,
): z.output<Position> | undefined {
  if (cursor === undefined) return undefined;
  const [payload, signature, ...rest] = cursor.split('.');
  const claimed = Buffer.from(signature ?? '', 'base64url');
  const genuine =
    payload !== undefined &&
    rest.length === 0 &&
    claimed.length === MAC_BYTES &&
    timingSafeEqual(claimed, macOf(secret, list, payload));
  if (!genuine) throw new PortalError('invalid_cursor', 'cursor: it is not from this list with these filters');
  return position.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
}

function macOf(secret: Buffer, list: readonly unknown[], payload: string): Buffer {
  return createHmac('sha256', secret)
    .update(JSON.stringify([list, payload]))
    .digest()
    .subarray(0, MAC_BYTES);
}
