import { type Item, type ItemOption, MAX_VARIANTS, type Variant } from './item.js';

/** What varies among the items of a product that are on sale. */
export interface Varying {
  /** Each option with its values, in the order of the items. */
  readonly options: readonly { readonly name: string; readonly values: readonly string[] }[];
  /** Minor units. */
  readonly min_price: number;
  readonly max_price: number;
  readonly items: number;
}

/** Undefined = there is nothing to choose from. */
export function varyingOf(variants: readonly Variant[]): Varying | undefined {
  if (variants.length < 2) return undefined;
  const values = new Map<string, Set<string>>();
  for (const { name, value } of variants.flatMap(({ options }) => options)) {
    const known = values.get(name);
    if (known) known.add(value);
    else values.set(name, new Set([value]));
  }
  const prices = variants.map(({ price }) => price);
  return {
    options: [...values].map(([name, all]) => ({ name, values: [...all] })),
    min_price: Math.min(...prices),
    max_price: Math.max(...prices),
    items: variants.length,
  };
}

/** The options as one text: two items of a product must differ in it, whatever the order and the case. */
function optionsKey(options: readonly ItemOption[]): string {
  const pairs = options.map(({ name, value }) => [name.toLowerCase(), value.toLowerCase()]);
  return JSON.stringify(pairs.sort(([a = ''], [b = '']) => (a < b ? -1 : 1)));
}

/** Why an item cannot be on sale beside the others of its product; undefined = it can. */
export function variantProblem(
  item: Pick<Item, 'id' | 'product_id' | 'options' | 'status'>,
  variants: readonly Variant[],
): string | undefined {
  if (item.product_id === null || item.status !== 'active') return undefined;
  const others = variants.filter(({ id }) => id !== item.id);
  if (others.length >= MAX_VARIANTS) return `a product has at most ${MAX_VARIANTS} items on sale`;
  const key = optionsKey(item.options);
  const same = others.find(({ options }) => optionsKey(options) === key);
  return same && `the item "${same.id}" of this product has the same options`;
}
