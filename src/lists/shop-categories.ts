import { boundedCache } from '../domain/values/bounded-cache.js';
import type { Position, StoreReader } from '../ports.js';

/** Items on sale, oldest first, whose categories are read. */
const MAX_ITEMS = 1_000;
const ITEMS_PER_READ = 100;
/** Maximum categories of a shop, the most frequent ones. */
const MAX_CATEGORIES = 30;
/** Time for which the categories of a shop are cached. Milliseconds. */
const CACHED_MS = 60_000;
const MAX_SHOPS = 1_000;

/** Lists names of categories of a shop's items, in alphabetical order. */
export type CategoriesOf = (shopId: string) => Promise<readonly string[]>;

interface Known {
  readonly at: number;
  readonly names: Promise<readonly string[]>;
}

/** Creates a reader of the most frequent categories of shops. Each shop is read at most once a minute. */
export function makeCategoriesOf(store: Pick<StoreReader, 'list'>, now: () => number): CategoriesOf {
  const cache = boundedCache<Known>(MAX_SHOPS);
  return (shopId) => {
    const at = now();
    const known = cache.get(shopId);
    if (known && at >= known.at && at - known.at < CACHED_MS) return known.names;
    const names = readCategories(store, shopId);
    cache.set(shopId, { at, names });
    names.catch(() => cache.delete(shopId));
    return names;
  };
}

async function readCategories(store: Pick<StoreReader, 'list'>, shop_id: string): Promise<readonly string[]> {
  const counts = new Map<string, number>();
  let after: Position | undefined;
  let read = 0;
  do {
    const { entries, next } = await store.list('items_on_sale', { shop_id }, after, ITEMS_PER_READ);
    for (const { item } of entries)
      for (const category of item.categories) counts.set(category, (counts.get(category) ?? 0) + 1);
    read += entries.length;
    after = next;
  } while (after !== undefined && read < MAX_ITEMS);
  const frequent = [...counts].sort(([, one], [, other]) => other - one).slice(0, MAX_CATEGORIES);
  return frequent.map(([name]) => name).sort((one, other) => one.localeCompare(other));
}
