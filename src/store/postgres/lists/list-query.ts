import type { ListName, ListPage, Lists } from '../../../ports.js';
import type { Session } from '../connection/session.js';

/** Reads a page of the list of this name. */
export type ListQuery<N extends ListName> = (
  session: Session,
  filter: Lists[N]['filter'],
  after: Lists[N]['position'] | undefined,
  limit: number,
) => Promise<ListPage<N>>;
