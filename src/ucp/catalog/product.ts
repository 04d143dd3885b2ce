import { saleTitle } from '../../domain/shop/condition.js';
import type { Item, Variant } from '../../domain/shop/item.js';
import { listOptionValues } from '../../domain/shop/variants.js';
import type { StockedItem } from '../../ports.js';
import { availabilityView } from '../../view/item-view.js';
import type { Links } from '../../view/links.js';

/** A product in catalog responses; its form is the same in all versions that have a catalog. */
export interface ProductParts {
  readonly id: string;
  /** All variants on sale. Price range and options are derived from them. */
  readonly all: readonly Variant[];
  /** Variants included in the response, the featured one first. */
  readonly shown: readonly [StockedItem, ...StockedItem[]];
}

interface Where {
  readonly currency: string;
  /** BCP 47 tag of the shop's language. */
  readonly language: string;
  readonly links: Links;
}

/** Wire form of a product. Its title and description are those of the featured variant. */
export function productWire({ id, all, shown }: ProductParts, site: Where) {
  const [{ item }] = shown;
  const prices = all.map(({ price }) => price);
  const { currency } = site;
  return {
    id,
    title: saleTitle(item, site.language),
    description: { plain: item.description },
    price_range: {
      min: { amount: Math.min(...prices), currency },
      max: { amount: Math.max(...prices), currency },
    },
    ...common(item, site),
    ...(item.keywords.length > 0 && { tags: [...item.keywords] }),
    ...optionsWire(all),
    variants: shown.map((one) => variantWire(one, site)),
  };
}

function optionsWire(all: readonly Variant[]) {
  const options = listOptionValues(all);
  if (options.length === 0) return {};
  return { options: options.map(({ name, values }) => ({ name, values: values.map((label) => ({ label })) })) };
}

function variantWire({ item, stock }: StockedItem, site: Where) {
  const { id, sku = id, condition, description, gtin, price, options } = item;
  const title = options.length > 0 ? options.map(({ value }) => value).join(' / ') : item.title;
  const { status } = availabilityView(item, stock);
  return {
    id,
    sku,
    ...(gtin !== null && { barcodes: [{ type: 'GTIN', value: gtin }] }),
    title: saleTitle({ title, ...(condition && { condition }) }, site.language),
    description: { plain: description },
    price: { amount: price, currency: site.currency },
    availability: { available: status !== 'out_of_stock', status },
    ...common(item, site),
    ...(options.length > 0 && { options: selectedWire(options) }),
  };
}

/** Selected options in wire form. */
export function selectedWire(options: Item['options']) {
  return options.map(({ name, value }) => ({ name, label: value }));
}

function common({ categories, images }: Item, { links }: Where) {
  return {
    ...(categories.length > 0 && { categories: categories.map((value) => ({ value })) }),
    ...(images.length > 0 && {
      media: images.map(({ url, alt }) => ({
        type: 'image',
        url: links.absolute(url),
        ...(alt !== null && { alt_text: alt }),
      })),
    }),
  };
}
