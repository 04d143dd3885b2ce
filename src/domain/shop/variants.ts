import { type Item, type ItemOption, MAX_VARIANTS, type Variant } from './item.js';

/** Option values, price range and number of a product's items on sale. */
export interface Varying {
  /** Each option with its values, in order of first occurrence. */
  readonly options: readonly { readonly name: string; readonly values: readonly string[] }[];
  /** Minor units. */
  readonly min_price: number;
  readonly max_price: number;
  readonly items: number;
}

/** Summarizes a product's variants; `undefined` if there are fewer than two. */
export function summarizeVariants(variants: readonly Variant[]): Varying | undefined {
  if (variants.length < 2) return undefined;
  const prices = variants.map(({ price }) => price);
  return {
    options: listOptionValues(variants),
    min_price: Math.min(...prices),
    max_price: Math.max(...prices),
    items: variants.length,
  };
}

/** Lists each option of the variants with its values. */
export function listOptionValues(variants: readonly Pick<Variant, 'options'>[]): Varying['options'] {
  const values = new Map<string, Set<string>>();
  for (const { name, value } of variants.flatMap(({ options }) => options)) {
    const known = values.get(name);
    if (known) known.add(value);
    else values.set(name, new Set([value]));
  }
  return [...values].map(([name, all]) => ({ name, values: [...all] }));
}

/**
 * Returns a text that is equal for equal options, ignoring their order and case. Items of a product cannot be on sale
 * together if their options are equal.
 */
function optionsKey(options: readonly ItemOption[]): string {
  const pairs = options.map(({ name, value }) => [name.toLowerCase(), value.toLowerCase()]);
  return JSON.stringify(pairs.sort(([a = ''], [b = '']) => (a < b ? -1 : 1)));
}

/** Members by which an item is compared with the other items of its product. */
export type VariantMembers = Pick<Item, 'id' | 'product_id' | 'options' | 'status'>;

/**
 * Returns the reason why an item cannot be on sale together with `variants`, ignoring its own stored version among
 * them; `undefined` if it can.
 */
export function variantProblem(item: VariantMembers, variants: readonly Variant[]): string | undefined {
  if (!isVariant(item)) return undefined;
  return new OnSale(variants.filter(({ id }) => id !== item.id)).problemOf(optionsKey(item.options));
}

/**
 * Finds the items that would conflict with other items of their product if all were written, and returns the problems
 * by id. A conflicting item is not written, so its stored version stays and may conflict with further items; the check
 * therefore repeats until it finds no more. `stored` contains the current variants by product. Stored variants for
 * which `isElsewhere` is true are ignored, because the same import writes or checks them in another piece or product.
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

/** A product's items on sale, by their options. */
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
