import { type Item, type ItemOption, MAX_VARIANTS, type Variant } from './item.js';

/** Differences among the items of a product on sale. */
export interface Varying {
  /** Each option with its values, in item order. */
  readonly options: readonly { readonly name: string; readonly values: readonly string[] }[];
  /** Minor units. */
  readonly min_price: number;
  readonly max_price: number;
  readonly items: number;
}

/** `undefined` if there is no choice. */
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

/** Each option of the variants, with its values. */
export function listOptionValues(variants: readonly Pick<Variant, 'options'>[]): Varying['options'] {
  const values = new Map<string, Set<string>>();
  for (const { name, value } of variants.flatMap(({ options }) => options)) {
    const known = values.get(name);
    if (known) known.add(value);
    else values.set(name, new Set([value]));
  }
  return [...values].map(([name, all]) => ({ name, values: [...all] }));
}

/** Comparable text of the options: items of a product must differ in it. Order and case are ignored. */
function optionsKey(options: readonly ItemOption[]): string {
  const pairs = options.map(({ name, value }) => [name.toLowerCase(), value.toLowerCase()]);
  return JSON.stringify(pairs.sort(([a = ''], [b = '']) => (a < b ? -1 : 1)));
}

/** Members of an item that are compared within its product. */
export type VariantMembers = Pick<Item, 'id' | 'product_id' | 'options' | 'status'>;

/** Reason why an item cannot be on sale with the others of its product; `undefined` if it can. */
export function variantProblem(item: VariantMembers, variants: readonly Variant[]): string | undefined {
  if (!isVariant(item)) return undefined;
  return new OnSale(variants.filter(({ id }) => id !== item.id)).problemOf(optionsKey(item.options));
}

/**
 * Items that conflict with others of their product if all are written, by id. Each pass drops conflicting items and
 * checks the rest again, since a dropped item stays as stored and may conflict itself. `stored` has the current
 * variants by product; those that `isElsewhere` names are written and checked by another caller.
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

/** Items of a product on sale, by their options. */
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
