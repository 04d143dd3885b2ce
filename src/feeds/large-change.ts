import { eachPage } from '../lists/every-page.js';
import type { StoreReader } from '../ports.js';
import type { CheckedRow } from './check-rows.js';

/** If more than one in `ONE_IN` items on sale would be withdrawn or repriced, the file may be the wrong one. */
const ONE_IN = 10;
/** Items per read. */
const PAGE = 500;

/** Numbers of items on sale: those that an import would withdraw or reprice, and all. */
export interface LargeChange {
  readonly withdrawn: number;
  readonly repriced: number;
  readonly onSale: number;
}

/** Describes an import that withdraws or reprices a large part of a shop; `undefined` for any other import. */
export async function findLargeChange(
  store: Pick<StoreReader, 'list'>,
  shop_id: string,
  taken: readonly Pick<CheckedRow, 'harm'>[],
): Promise<LargeChange | undefined> {
  const withdrawn = taken.filter(({ harm }) => harm === 'withdrawn').length;
  const repriced = taken.filter(({ harm }) => harm === 'repriced').length;
  const least = ONE_IN * (withdrawn + repriced);
  if (least === 0) return undefined;
  let onSale = 0;
  for await (const items of eachPage((after, limit) => store.list('items', { shop_id }, after, limit), PAGE)) {
    onSale += items.filter(({ item }) => item.status === 'active').length;
    if (onSale >= least) return undefined;
  }
  return { withdrawn, repriced, onSale };
}
