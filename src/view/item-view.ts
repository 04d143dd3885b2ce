import type { Item, Variant } from '../domain/shop/item.js';
import { summarizeVariants } from '../domain/shop/variants.js';
import type { StockedItem } from '../ports.js';
import type { ItemAnswer } from '../schema/item.js';
import type { Links } from './links.js';

/** A catalog item (docs/search.md, An item). `variants`: in a list, all items of its product, including itself. */
export function itemView(
  { item, stock }: StockedItem,
  currency: string,
  links: Links,
  variants: readonly Variant[] = [],
): ItemAnswer {
  const varying = summarizeVariants(variants);
  return {
    id: item.id,
    ...(item.product_id !== null && { product_id: item.product_id }),
    ...optionsView(item),
    title: item.title,
    description: item.description,
    ...(item.gtin !== null && { gtin: item.gtin }),
    ...(item.mpn !== null && { mpn: item.mpn }),
    ...(item.sku !== undefined && { sku: item.sku }),
    ...(item.condition !== undefined && { condition: item.condition }),
    ...(item.brand !== null && { brand: item.brand }),
    categories: [...item.categories],
    keywords: [...item.keywords],
    price: item.price,
    currency,
    ...itemImage(item, links),
    ...imagesView(item, links),
    fulfillment_types: [...item.fulfillment_types],
    availability: availabilityView(item, stock),
    property_specs: specsView(item),
    ...(varying && {
      varies: { ...varying, options: varying.options.map(({ name, values }) => ({ name, values: [...values] })) },
    }),
  };
}

/** The other items of a product, with their options. */
export function siblingsView(siblings: readonly StockedItem[]): Pick<ItemAnswer, 'siblings'> {
  if (siblings.length === 0) return {};
  return {
    siblings: siblings.map(({ item, stock }) => ({
      id: item.id,
      options: [...item.options],
      price: item.price,
      availability: availabilityView(item, stock),
    })),
  };
}

/** Options of a variant; absent if it has none or they are unknown. */
export function optionsView({ options = [] }: Partial<Pick<Item, 'options'>>): Pick<ItemAnswer, 'options'> {
  return options.length > 0 ? { options: options.map(({ name, value }) => ({ name, value })) } : {};
}

/** Current availability and stock. */
export function availabilityView({ backorder }: Item, stock: number | null): ItemAnswer['availability'] {
  if (stock === null || stock > 0)
    return { status: 'in_stock', quantity: stock, ...(backorder && { backorder_days: backorder.days }) };
  if (!backorder) return { status: 'out_of_stock', quantity: 0 };
  return { status: 'backorder', quantity: 0, backorder_days: backorder.days };
}

/** Present only if it adds something to `image_url`: further images or an alternative text. */
function imagesView({ images }: Item, links: Links): Pick<ItemAnswer, 'images'> {
  if (images.length < 2 && images.every(({ alt }) => alt === null)) return {};
  return { images: images.map(({ url, alt }) => ({ url: links.absolute(url), ...(alt !== null && { alt }) })) };
}

export function itemImage(item: Pick<Item, 'image_url'>, links: Links): { image_url?: string } {
  return item.image_url === null ? {} : { image_url: links.absolute(item.image_url) };
}

type Specs = ItemAnswer['property_specs'];

const specs = new WeakMap<Item, Specs>();

/** Computes the specs once per row object, which stays the same while the item is unchanged. */
export function specsView(item: Item): Specs {
  const known = specs.get(item);
  if (known) return known;
  const made = item.property_specs.map((spec) => ({ ...spec, values: spec.values.map((value) => ({ ...value })) }));
  specs.set(item, made);
  return made;
}
