import type { ListName, ListPage, Lists } from '../../../ports.js';

/** Reads a page of the list of this name. */
export type ListQuery<N extends ListName> = (
  filter: Lists[N]['filter'],
  after: Lists[N]['position'] | undefined,
  limit: number,
) => ListPage<N>;
