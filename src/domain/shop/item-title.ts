import type { ItemOption } from './item.js';

type Values = readonly Pick<ItemOption, 'value'>[] | undefined;

/** An item as people read it, with what this variant of its product has: `T-shirt (M)`. */
export function itemTitle({ title, options = [] }: { readonly title: string; readonly options?: Values }): string {
  const values = options.map(({ value }) => value).join(', ');
  return values === '' ? title : `${title} (${values})`;
}

/** The same of a line of a checkout or an order, whose options stand beside its item. */
export function lineTitle({
  item,
  options,
}: {
  readonly item: { readonly title: string };
  readonly options?: Values;
}): string {
  return itemTitle({ title: item.title, options });
}
