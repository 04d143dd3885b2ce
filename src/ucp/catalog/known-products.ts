import { categoryToken } from '../../domain/search/item-terms.js';
import { type Item, itemKey, type Variant } from '../../domain/shop/item.js';
import type { Rows, StockedItem } from '../../ports.js';
import { availabilityView } from '../../view/item-view.js';
import type { VariantFilter } from './forms.js';

/** An item with its current availability. */
export interface AvailableItem extends StockedItem, Pick<Variant, 'options'> {
  readonly available: boolean;
}

/** A product found by a product id or an item id. */
export interface KnownProduct {
  readonly id: string;
  /** All items of the product that are on sale, oldest first. */
  readonly all: readonly AvailableItem[];
}

/** Matches of an id: an item, a product, or both if a merchant used the same id for both. */
export interface IdMatches {
  readonly exact: { readonly product: KnownProduct; readonly item: AvailableItem } | undefined;
  readonly product: KnownProduct | undefined;
}

/** Finds what each id refers to among the shop's items on sale. */
export function matchIds(rows: Rows, shopId: string, ids: readonly string[]): ReadonlyMap<string, IdMatches> {
  const items = rows.many('item', keysOf(shopId, ids));
  const direct = ids.flatMap((id) => onSale(items.get(itemKey(shopId, id))) ?? []);
  const productIds = [...new Set([...ids, ...direct.flatMap(({ product_id }) => product_id ?? [])])];
  const variants = rows.find('variants', shopId, productIds);
  const ofProducts = [...variants.values()].flatMap((all) => all.map(({ id }) => id));
  const offered = offeredItems(rows, shopId, [...new Set([...direct.map(({ id }) => id), ...ofProducts])]);
  const productOf = (id: string): KnownProduct | undefined => {
    const all = (variants.get(id) ?? []).flatMap((one) => offered.get(one.id) ?? []);
    return all.length === 0 ? undefined : { id, all };
  };
  const exactOf = (id: string): IdMatches['exact'] => {
    const item = offered.get(id);
    if (!item || !direct.some((one) => one.id === id)) return undefined;
    const { product_id } = item.item;
    return { item, product: (product_id === null ? undefined : productOf(product_id)) ?? { id, all: [item] } };
  };
  return new Map(ids.map((id) => [id, { exact: exactOf(id), product: productOf(id) }]));
}

function offeredItems(rows: Rows, shopId: string, ids: readonly string[]): ReadonlyMap<string, AvailableItem> {
  const keys = keysOf(shopId, ids);
  rows.expect(['many', 'item', keys], ['counters', 'stock', keys]);
  const items = rows.many('item', keys);
  const stock = rows.counters('stock', keys);
  return new Map(
    keys.flatMap((key) => {
      const item = onSale(items.get(key));
      if (!item) return [];
      const left = item.counted ? (stock.get(key) ?? 0) : null;
      const available = availabilityView(item, left).status !== 'out_of_stock';
      return [[item.id, { item, stock: left, options: item.options, available }] as const];
    }),
  );
}

function onSale(item: Item | undefined): Item | undefined {
  return item?.status === 'active' ? item : undefined;
}

function keysOf(shopId: string, ids: readonly string[]): string[] {
  return ids.map((id) => itemKey(shopId, id));
}

export function passesFilters({ item }: StockedItem, wish: VariantFilter, language: string): boolean {
  const { categories, min_price = 0, max_price = Number.MAX_SAFE_INTEGER } = wish;
  if (item.price < min_price || item.price > max_price) return false;
  const tokens = new Set(item.categories.map((category) => categoryToken(category, language)));
  return categories.length === 0 || categories.some((category) => tokens.has(categoryToken(category, language)));
}
