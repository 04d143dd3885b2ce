import type { ItemOption } from './item.js';

type Values = readonly Pick<ItemOption, 'value'>[] | undefined;

/** Display title of an item, including the option values of a variant: `T-shirt (M)`. */
export function itemTitle({ title, options = [] }: { readonly title: string; readonly options?: Values }): string {
  const values = options.map(({ value }) => value).join(', ');
  return values === '' ? title : `${title} (${values})`;
}

/** Display title of a line, which stores the options separately from the item. */
export function lineTitle({
  item,
  options,
}: {
  readonly item: { readonly title: string };
  readonly options?: Values;
}): string {
  return itemTitle({ title: item.title, options });
}
