import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { PortalError } from '../domain/errors/portal-error.js';
import { open, seal } from '../domain/values/aead.js';
import { fromBase64url } from '../domain/values/base64url.js';
import { oncePer } from '../domain/values/once-per.js';

/**
 * Length of a cursor's authentication tag in bytes. It is short because cursors appear in URLs, and safe because each
 * forgery attempt costs a call.
 */
const TAG_BYTES = 12;

/** End position of a page in a list ordered by time. */
export const createdPosition = z.object({ created_at: z.int(), id: z.string() });

/** Builds the body of a page. `list` must identify the list and its filters. */
export function pageBody<T>(secret: Buffer, list: readonly unknown[], data: T[], next: unknown) {
  return { data, ...paginationOf(secret, list, next) };
}

/** Builds the members of a page beside its data. */
export function paginationOf(secret: Buffer, list: readonly unknown[], next: unknown) {
  return next === undefined ? {} : { pagination: { cursor: makeCursor(secret, list, next) } };
}

/**
 * Creates an opaque cursor: the position, encrypted because it may reveal data, and bound to its list. Equal pages have
 * equal cursors.
 */
function makeCursor(secret: Buffer, list: readonly unknown[], position: unknown): string {
  const plain = Buffer.from(JSON.stringify(position));
  return seal(keyOf(secret), plain, boundTo(list), TAG_BYTES).toString('base64url');
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
  // A cursor from an earlier release may contain a position of another form.
  const read = plain && position.safeParse(JSON.parse(plain.toString()));
  if (read?.success) return read.data;
  throw new PortalError('invalid_cursor', 'cursor: it is not from this list with these filters');
}

function opened(secret: Buffer, list: readonly unknown[], cursor: string): Buffer | undefined {
  const bytes = fromBase64url(cursor);
  return bytes && open(keyOf(secret), bytes, boundTo(list), TAG_BYTES);
}

const keyOf = oncePer((secret: Buffer) => createHmac('sha256', secret).update('cursor key').digest());

function boundTo(list: readonly unknown[]): string {
  return JSON.stringify(list);
}
