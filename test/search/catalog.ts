import type { Family } from './families.js';

/** An item in the import format. */
export interface MadeItem {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly price: number;
  readonly fulfillment_types: readonly ['shipping'];
  readonly stock: number | null;
  readonly brand: string;
  readonly categories: readonly string[];
  readonly keywords: readonly string[];
}

/** Makes `count` items: the first variant of each family, then the second of each, and so on. */
export function madeItems(families: readonly Family[], count: number): MadeItem[] {
  const items: MadeItem[] = [];
  for (let variant = 0; items.length < count; variant += 1) {
    const before = items.length;
    for (const family of families) {
      if (items.length < count && variant < variantsOf(family)) items.push(madeItem(family, variant));
    }
    if (items.length === before) throw new Error(`the families have no more than ${before} variants`);
  }
  return items;
}

function variantsOf({ brands, kinds, options }: Family): number {
  return brands.length * kinds.length * options.length;
}

function madeItem(family: Family, variant: number): MadeItem {
  const { brands, kinds, options, price } = family;
  const kind = at(kinds, variant);
  const option = at(options, Math.floor(variant / kinds.length));
  const brand = at(brands, Math.floor(variant / (kinds.length * options.length)));
  const [low, high] = price;
  const step = Math.floor((high - low) / Math.max(1, variantsOf(family) - 1));
  return {
    id: `${family.slug}-${variant}`,
    title: `${brand} ${kind} ${family.noun}, ${option}`,
    description: family.description,
    price: low + step * variant,
    fulfillment_types: ['shipping'],
    stock: variant % 17 === 16 ? 0 : variant % 5 === 4 ? 12 : null,
    brand,
    categories: family.categories,
    keywords: family.keywords,
  };
}

function at(list: readonly string[], index: number): string {
  const found = list[index % list.length];
  if (found === undefined) throw new Error('a family has no such variant');
  return found;
}
