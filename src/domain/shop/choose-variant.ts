import type { ItemOption, Variant } from './item.js';
import { listOptionValues } from './variants.js';

/** A variant and its availability. */
export interface Choosable extends Pick<Variant, 'options'> {
  readonly available: boolean;
}

export interface Chosen<V> {
  /** The requested options that were not dropped, in the product's spelling. */
  readonly selected: readonly ItemOption[];
  /** All variants with the selected options; empty only if the product has no variants. */
  readonly variants: readonly V[];
}

/**
 * Finds the variants with the requested options, ignoring case and options that the product does not have. If there are
 * none, options are dropped until a variant matches: first those missing from `preferences`, then the least preferred.
 */
export function chooseVariants<V extends Choosable>(
  variants: readonly V[],
  wished: readonly ItemOption[],
  preferences: readonly string[],
): Chosen<V> {
  const names = new Set(listOptionValues(variants).map(({ name }) => name.toLowerCase()));
  const known = wished.filter(({ name }) => names.has(name.toLowerCase()));
  const rank = ({ name }: ItemOption) => {
    const at = preferences.findIndex((one) => same(one, name));
    return at === -1 ? preferences.length : at;
  };
  const wanted = [...known].sort((a, b) => rank(a) - rank(b));
  while (!variants.some((one) => hasAll(one, wanted)) && wanted.length > 0) wanted.pop();
  const fitting = variants.filter((one) => hasAll(one, wanted));
  const spelled = (fitting[0]?.options ?? []).filter(({ name }) => wanted.some((one) => same(one.name, name)));
  return { selected: spelled, variants: fitting };
}

/**
 * Returns for each value of each option: `exists`, true if a variant combines it with the selected values of the other
 * options, and `available`, true if such a variant is available.
 */
export function valueSignals(variants: readonly Choosable[], selected: readonly ItemOption[]) {
  return listOptionValues(variants).map(({ name, values }) => ({
    name,
    values: values.map((value) => {
      const wanted = [...selected.filter((one) => !same(one.name, name)), { name, value }];
      const fitting = variants.filter((one) => hasAll(one, wanted));
      return { value, exists: fitting.length > 0, available: fitting.some(({ available }) => available) };
    }),
  }));
}

/** Chooses the variant to show for the product: the first available one, or else the first. */
export function chooseFeatured<V extends Pick<Choosable, 'available'>>(variants: readonly V[]): V | undefined {
  return variants.find(({ available }) => available) ?? variants[0];
}

function hasAll({ options }: Pick<Choosable, 'options'>, wanted: readonly ItemOption[]): boolean {
  return wanted.every(({ name, value }) => options.some((one) => same(one.name, name) && same(one.value, value)));
}

function same(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
