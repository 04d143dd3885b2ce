import type { z } from 'zod';
import type { Answer } from '../calls/answer.js';
import type { Context } from '../calls/context.js';
import { bodyOfList } from '../calls/json-text.js';
import type { Page, Position } from '../ports.js';
import { createdPosition, pageBody, paginationOf, readCursor } from './cursor.js';

interface Paging {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

interface Listed<View> {
  readonly data: View[];
  readonly pagination?: { readonly cursor: string };
}

/** Shows entries whose JSON texts are cached. Their views are only made for those who read the body's members. */
export interface CachedEntries<Row, View> {
  view(row: Row): View;
  /** The text of an entry, as `toJsonBytes` returns it. */
  bytes(row: Row): string;
}

type Show<Row, View> = ((row: Row) => View) | CachedEntries<Row, View>;

/**
 * Reads a page of a list by keyset, ordered by time of creation. `list` identifies the list, its owner and its filters,
 * so its cursors are valid for no other list.
 * @throws PortalError `invalid_cursor`
 */
export function keysetPage<Row, View>(
  context: Pick<Context<'lists'>, 'services'>,
  list: readonly unknown[],
  paging: Paging,
  read: (after: Position | undefined, limit: number) => Promise<Page<Row>>,
  show: Show<Row, View>,
): Promise<Answer<Listed<View>>> {
  return positionedPage(context, createdPosition, list, paging, read, show);
}

/** Like `keysetPage`, for a list with a different order. `position`: schema of the positions in its cursors. */
export async function positionedPage<P extends z.ZodType, Row, View>(
  { services }: Pick<Context<'lists'>, 'services'>,
  position: P,
  list: readonly unknown[],
  { limit, cursor }: Paging,
  read: (after: z.output<P> | undefined, limit: number) => Promise<Page<Row, unknown>>,
  show: Show<Row, View>,
): Promise<Answer<Listed<View>>> {
  const { cursorSecret } = services.lists;
  const { entries, next } = await read(readCursor(cursorSecret, list, cursor, position), limit);
  if (typeof show === 'function') {
    const data = entries.map((row) => show(row));
    return { body: pageBody(cursorSecret, list, data, next) };
  }
  const bytes = () => entries.map((row) => show.bytes(row));
  const data = () => entries.map((row) => show.view(row));
  return { body: bodyOfList(bytes, data, paginationOf(cursorSecret, list, next)) };
}
