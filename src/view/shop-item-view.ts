import type { StockedItem } from '../ports.js';
import type { ShopItemAnswer } from '../schema/shop-item.js';
import { isoTime } from './format.js';
import { specsView } from './item-view.js';

/** An item in responses to its merchant. If it is sent back without id, times and stock, nothing changes. */
export function shopItemView({ item, stock }: StockedItem): ShopItemAnswer {
  const { shop_id, counted, version, created_at, updated_at, ...members } = item;
  return {
    ...members,
    stock,
    sku: item.sku ?? null,
    condition: item.condition ?? 'new',
    minimum_age: item.minimum_age ?? null,
    options: item.options.map((option) => ({ ...option })),
    images: item.images.map((image) => ({ ...image })),
    backorder: item.backorder && { ...item.backorder },
    categories: [...item.categories],
    keywords: [...item.keywords],
    fulfillment_types: [...item.fulfillment_types],
    property_specs: specsView(item),
    created_at: isoTime(created_at),
    updated_at: isoTime(updated_at),
  };
}
