import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';
import { z } from 'zod';
import { PortalError } from '../domain/errors/portal-error.js';
import { fromBase64url } from '../domain/values/base64url.js';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 12;

/** Where a page of a list ended that is ordered by time. */
export const createdPosition = z.object({ created_at: z.int(), id: z.string() });

/** The body of a page; `list` must name the list and the filters that it was made with. */
export function pageBody<T>(secret: Buffer, list: readonly unknown[], data: T[], next: unknown) {
  return { data, ...(next !== undefined && { pagination: { cursor: makeCursor(secret, list, next) } }) };
}

/**
 * An opaque cursor: a position, encrypted and bound to its list, since where a list ended may tell what a caller must
 * not know. The IV is made from what is encrypted, so that the same page has the same cursor and no other one has its IV.
 */
function makeCursor(secret: Buffer, list: readonly unknown[], position: unknown): string {
  const plain = JSON.stringify(position);
  const bound = boundTo(list);
  const iv = createHmac('sha256', secret)
    .update(JSON.stringify(['iv', bound, plain]))
    .digest()
    .subarray(0, IV_BYTES);
  const cipher = createCipheriv(CIPHER, keyOf(secret), iv, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(bound));
  const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** @throws PortalError `invalid_cursor` */
export function readCursor<Position extends z.ZodType>(
  secret: Buffer,
  list: readonly unknown[],
  cursor: string | undefined,
  position: Position,
): z.output<Position> | undefined {
  if (cursor === undefined) return undefined;
  const plain = opened(secret, list, cursor);
  if (plain === undefined) {
    throw new PortalError('invalid_cursor', 'cursor: it is not from this list with these filters');
  }
  return position.parse(JSON.parse(plain));
}

function opened(secret: Buffer, list: readonly unknown[], cursor: string): string | undefined {
  const bytes = fromBase64url(cursor);
  if (!bytes || bytes.length <= IV_BYTES + TAG_BYTES) return undefined;
  const decipher = createDecipheriv(CIPHER, keyOf(secret), bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(boundTo(list)))
    .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString();
  } catch {
    // Not one of ours, or of another list.
    return undefined;
  }
}

function keyOf(secret: Buffer): Buffer {
  return createHmac('sha256', secret).update('cursor key').digest();
}

function boundTo(list: readonly unknown[]): string {
  return JSON.stringify(list);
}
