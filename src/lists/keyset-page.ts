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
 * One page of a list that is read by keyset. `list` names the list and its owner: its cursors are valid for no other list.
 * @throws PortalError `invalid_cursor`
 */
export async function keysetPage<Row, View>(
  { cursorSecret }: Pick<Context, 'cursorSecret'>,
  list: readonly unknown[],
  { limit, cursor }: Paging,
  read: (after: Position | undefined, limit: number) => Promise<Page<Row>>,
  view: (row: Row) => View,
): Promise<Answer<Listed<View>>> {
  const { entries, next } = await read(readCursor(cursorSecret, list, cursor, createdPosition), limit);
  const data = entries.map((row) => view(row));
  return { body: pageBody(cursorSecret, list, data, next) };
}
