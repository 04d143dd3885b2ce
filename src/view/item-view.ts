import type { Item } from '../domain/shop/item.js';
import type { StockedItem } from '../ports.js';
import type { ItemAnswer } from '../schema/item.js';
import type { Links } from './links.js';

/** An item of the catalog (docs/api.md, Catalog). */
export function itemView({ item, stock }: StockedItem, currency: string, links: Links): ItemAnswer {
  return {
    id: item.id,
    title: item.title,
    description: item.description,
    ...(item.brand !== null && { brand: item.brand }),
    categories: [...item.categories],
    keywords: [...item.keywords],
    price: item.price,
    currency,
    ...itemImage(item, links),
    fulfillment_types: [...item.fulfillment_types],
    availability: { status: stock === 0 ? 'out_of_stock' : 'in_stock', quantity: stock },
    property_specs: specsView(item),
  };
}

export function itemImage(item: Pick<Item, 'image_url'>, links: Links): { image_url?: string } {
  return item.image_url === null ? {} : { image_url: links.absolute(item.image_url) };
}

type Specs = ItemAnswer['property_specs'];

const specs = new WeakMap<Item, Specs>();

/** An item's row stays the same object while it does not change, so this is computed once. */
export function specsView(item: Item): Specs {
  const known = specs.get(item);
  if (known) return known;
  const made = item.property_specs.map((spec) => ({ ...spec, values: spec.values.map((value) => ({ ...value })) }));
  specs.set(item, made);
  return made;
}
