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
  const prices = variants.map(({ price }) => price);
  return {
    options: choicesAmong(variants),
    min_price: Math.min(...prices),
    max_price: Math.max(...prices),
    items: variants.length,
  };
}

/** Each option that one of the variants has, with its values. */
export function choicesAmong(variants: readonly Pick<Variant, 'options'>[]): Varying['options'] {
  const values = new Map<string, Set<string>>();
  for (const { name, value } of variants.flatMap(({ options }) => options)) {
    const known = values.get(name);
    if (known) known.add(value);
    else values.set(name, new Set([value]));
  }
  return [...values].map(([name, all]) => ({ name, values: [...all] }));
}

/** The options as one text: two items of a product must differ in it, whatever the order and the case. */
function optionsKey(options: readonly ItemOption[]): string {
  const pairs = options.map(({ name, value }) => [name.toLowerCase(), value.toLowerCase()]);
  return JSON.stringify(pairs.sort(([a = ''], [b = '']) => (a < b ? -1 : 1)));
}

/** What of an item is held against the others of its product. */
export type VariantMembers = Pick<Item, 'id' | 'product_id' | 'options' | 'status'>;

/** Why an item cannot be on sale beside the others of its product; undefined = it can. */
export function variantProblem(item: VariantMembers, variants: readonly Variant[]): string | undefined {
  if (!isVariant(item)) return undefined;
  return new OnSale(variants.filter(({ id }) => id !== item.id)).problemOf(optionsKey(item.options));
}

/**
 * The items that cannot be on sale beside the others of their products, by id, when all the others are written. An item that stays as
 * it is, since it is among them, may stand in the way of another, so they are all held against each other again. `stored` are
 * the variants by product as they are now; those of them that `isElsewhere` names are written too, by somebody who has held all
 * against each other.
 */
export function variantProblems(
  items: readonly VariantMembers[],
  stored: ReadonlyMap<string, readonly Variant[]>,
  isElsewhere: (id: string) => boolean = () => false,
): Map<string, string> {
  const problems = new Map<string, string>();
  for (let left = items.filter(isVariant), before = -1; problems.size > before; ) {
    before = problems.size;
    const written = new Set(items.flatMap(({ id }) => (problems.has(id) ? [] : id)));
    const isLeft = ({ id }: Variant) => !written.has(id) && (problems.has(id) || !isElsewhere(id));
    const products = new Map([...stored].map(([product, all]) => [product, new OnSale(all.filter(isLeft))]));
    left = left.filter(({ id, product_id, options }) => {
      const others = products.get(product_id) ?? new OnSale([]);
      products.set(product_id, others);
      const key = optionsKey(options);
      const problem = others.problemOf(key);
      if (problem === undefined) others.add(id, key);
      else problems.set(id, problem);
      return problem === undefined;
    });
  }
  return problems;
}

function isVariant<T extends VariantMembers>(item: T): item is T & { readonly product_id: string } {
  return item.product_id !== null && item.status === 'active';
}

/** The items of a product that are on sale, by their options. */
class OnSale {
  private readonly ids = new Map<string, string>();
  private count = 0;

  constructor(variants: readonly Variant[]) {
    for (const { id, options } of variants) this.add(id, optionsKey(options));
  }

  add(id: string, key: string): void {
    this.count += 1;
    if (!this.ids.has(key)) this.ids.set(key, id);
  }

  problemOf(key: string): string | undefined {
    if (this.count >= MAX_VARIANTS) return `a product has at most ${MAX_VARIANTS} items on sale`;
    const same = this.ids.get(key);
    return same === undefined ? undefined : `the item "${same}" of this product has the same options`;
  }
}
