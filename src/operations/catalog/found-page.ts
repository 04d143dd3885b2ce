import { z } from 'zod';
import type { Context } from '../../calls/context.js';
import { byRank, type Ranked } from '../../domain/search/ranking.js';
import { itemKey } from '../../domain/shop/item.js';
import type { Page, StockedItem } from '../../ports.js';

/**
 * Cursor position: rank and sequence number of a page's last item, `[covered, whole, score, seq]`. The members have no
 * names, which keeps the cursor short, since a model must read every character of it.
 */
export const foundPosition = z.tuple([z.int(), z.int(), z.int(), z.int()]);
type FoundPosition = z.output<typeof foundPosition>;

/** Reads a page of search results. Items withdrawn since the search are skipped. */
export async function foundPage(
  { read }: Pick<Context, 'read'>,
  shopId: string,
  found: readonly Ranked[],
  after: FoundPosition | undefined,
  limit: number,
): Promise<Page<StockedItem, FoundPosition>> {
  const start = after ? startAfter(found, after) : 0;
  const page = found.slice(start, start + limit);
  const keys = page.map(({ candidate }) => itemKey(shopId, candidate.id));
  const entries = await read((rows) => {
    const items = rows.many('item', keys);
    const stock = rows.counters('stock', keys);
    return keys.flatMap((key) => {
      const item = items.get(key);
      return item?.status === 'active' ? [{ item, stock: item.counted ? (stock.get(key) ?? 0) : null }] : [];
    });
  });
  const last = page.at(-1);
  return { entries, next: last && start + limit < found.length ? positionOf(last) : undefined };
}

/**
 * Returns the index of the first result after the cursor. Writes between two pages can shift scores slightly, so the
 * last item is first searched for by its sequence number; if it is no longer found, its rank is used.
 */
function startAfter(found: readonly Ranked[], [covered, whole, score, seq]: FoundPosition): number {
  const shown = found.findIndex(({ candidate }) => candidate.seq === seq);
  if (shown !== -1) return shown + 1;
  const next = found.findIndex((one) => byRank(one, { covered, whole, score }) > 0);
  return next === -1 ? found.length : next;
}

function positionOf({ covered, whole, score, candidate }: Ranked): FoundPosition {
  return [covered, whole, score, candidate.seq];
}
