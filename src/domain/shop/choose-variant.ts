import type { ItemOption, Variant } from './item.js';
import { choicesAmong } from './variants.js';

/** A variant with whether it can be bought now. */
export interface Choosable extends Pick<Variant, 'options'> {
  readonly available: boolean;
}

export interface Chosen<V> {
  /** What is left of the wish, in the spelling of the product. */
  readonly selected: readonly ItemOption[];
  /** All that have it; never empty where there are variants. */
  readonly variants: readonly V[];
}

/**
 * The variants that have the wished options. Where none has them all, wishes are dropped until one has: first those that `preferences`
 * does not name, then from its end. Case does not matter.
 */
export function chooseVariants<V extends Choosable>(
  variants: readonly V[],
  wished: readonly ItemOption[],
  preferences: readonly string[],
): Chosen<V> {
  const names = new Set(choicesAmong(variants).map(({ name }) => name.toLowerCase()));
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

/** Of each value of each option: whether a variant has it beside what is selected, and whether one of those can be bought. */
export function valueSignals(variants: readonly Choosable[], selected: readonly ItemOption[]) {
  return choicesAmong(variants).map(({ name, values }) => ({
    name,
    values: values.map((value) => {
      const wanted = [...selected.filter((one) => !same(one.name, name)), { name, value }];
      const fitting = variants.filter((one) => hasAll(one, wanted));
      return { value, exists: fitting.length > 0, available: fitting.some(({ available }) => available) };
    }),
  }));
}

/** The one that stands for the others: the first that can be bought, else the first. */
export function featuredOf<V extends Pick<Choosable, 'available'>>(variants: readonly V[]): V | undefined {
  return variants.find(({ available }) => available) ?? variants[0];
}

function hasAll({ options }: Pick<Choosable, 'options'>, wanted: readonly ItemOption[]): boolean {
  return wanted.every(({ name, value }) => options.some((one) => same(one.name, name) && same(one.value, value)));
}

function same(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
