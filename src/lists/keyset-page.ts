import type { z } from 'zod';
import type { Answer } from '../calls/answer.js';
import type { Context } from '../calls/context.js';
import type { Page, Position } from '../ports.js';
import { createdPosition, pageBody, readCursor } from './cursor.js';

interface Paging {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

interface Listed<View> {
  readonly data: View[];
  readonly pagination?: { readonly cursor: string };
}

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
  view: (row: Row) => View,
): Promise<Answer<Listed<View>>> {
  return positionedPage(context, createdPosition, list, paging, read, view);
}

/** Like `keysetPage`, for a list with a different order. `position`: schema of the positions in its cursors. */
export async function positionedPage<P extends z.ZodType, Row, View>(
  { services }: Pick<Context<'lists'>, 'services'>,
  position: P,
  list: readonly unknown[],
  { limit, cursor }: Paging,
  read: (after: z.output<P> | undefined, limit: number) => Promise<Page<Row, unknown>>,
  view: (row: Row) => View,
): Promise<Answer<Listed<View>>> {
  const { cursorSecret } = services.lists;
  const { entries, next } = await read(readCursor(cursorSecret, list, cursor, position), limit);
  const data = entries.map((row) => view(row));
  return { body: pageBody(cursorSecret, list, data, next) };
}
