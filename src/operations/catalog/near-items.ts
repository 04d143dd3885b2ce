import type { Context } from '../../calls/context.js';
import { PortalError } from '../../domain/errors/portal-error.js';
import { splitChunks } from '../../domain/search/tokens.js';
import { itemKey } from '../../domain/shop/item.js';
import { nearest } from '../../domain/values/nearest.js';
import { required } from '../../domain/values/required.js';
import { findItems, UNBOUNDED } from './find-items.js';

/** Maximum number of words of an unknown id to search for, since errors must be cheap to produce. */
const MAX_WORDS = 4;
/** Maximum numbers of items whose ids are compared with the unknown one, and of ids named in the error. */
const MAX_COMPARED = 20;
const MAX_NAMED = 3;

/**
 * Adds likely item ids, or advice to search, to an agent's error about an unknown item. Returns other errors unchanged.
 */
export async function suggestItems(
  context: Context<'search'>,
  error: unknown,
  ids: readonly string[],
): Promise<unknown> {
  if (!context.call.byAgent || !(error instanceof PortalError)) return error;
  if (error.code !== 'item_not_found' && error.code !== 'not_found') return error;
  const near = await nearIds(context, ids);
  if (near.length === 0)
    return error.withNextStep(
      'Search for what is wanted by words, such as its title: search_catalog.',
      'search_catalog',
    );
  const named = near.map((id) => `"${id}"`).join(' or ');
  return error.withNextStep(`Did you mean item id ${named}?`, 'get_item', 'search_catalog');
}

/**
 * Returns the ids that the first unknown id may stand for: one with a similar spelling, otherwise those of the items
 * that contain all its words.
 */
async function nearIds(context: Context<'search'>, ids: readonly string[]): Promise<readonly string[]> {
  const { shop_id } = required(context.caller.deployment, 'deployment');
  const { unknown = '', language } = await context.read((rows) => {
    const items = rows.many(
      'item',
      ids.map((id) => itemKey(shop_id, id)),
    );
    const unknown = ids.find((id) => items.get(itemKey(shop_id, id))?.status !== 'active');
    return { unknown, language: required(rows.get('shop', shop_id), 'shop').settings.language };
  });
  const words = splitChunks(unknown).flat().slice(0, MAX_WORDS).join(' ');
  if (words === '') return [];
  const { items, matched } = await findItems(context.services.search, { id: shop_id, language }, words, UNBOUNDED);
  const found = items.slice(0, MAX_COMPARED).map(({ candidate }) => candidate.id);
  const alike = nearest(unknown, found);
  if (alike !== undefined) return [alike];
  const fits = items.filter(({ covered }) => covered === matched.length);
  return fits.slice(0, MAX_NAMED).map(({ candidate }) => candidate.id);
}
