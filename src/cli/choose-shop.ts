import type { Shop } from '../domain/shop/shop.js';
import type { Rows, StoreReader } from '../ports.js';
import { ambiguousText, LISTED } from './ambiguous-text.js';
import { CommandError } from './output.js';

/** Option of commands on one shop. */
export const SHOP_OPTION = ['--shop <id>', 'the shop (default: the only one)'] as const;

/**
 * Returns the id given with `--shop`, else that of the only shop.
 * @throws CommandError when there are several (the error lists them) or none
 */
export async function chooseShop(store: StoreReader, id: string | undefined): Promise<string> {
  if (id !== undefined) return id;
  const { entries } = await store.list('all_deployments', {}, undefined, 1000);
  const found = [...new Set(entries.map(({ shop_id }) => shop_id))];
  const [only, ...others] = found;
  if (only === undefined) throw new CommandError('there is no shop yet: create one with `portal orgs create --shop`');
  if (others.length === 0) return only;
  const shops = await store.read((rows) => found.slice(0, LISTED).map((one) => shopIn(rows, one)));
  throw new CommandError(ambiguousText('shop', shops, found.length));
}

/** @throws CommandError when there is no such shop */
export function shopIn(rows: Rows, id: string): Shop {
  const shop = rows.get('shop', id);
  if (!shop) throw new CommandError(`there is no shop ${id}`);
  return shop;
}
