import type { Context } from '../calls/context.js';
import { PortalError } from '../domain/errors/portal-error.js';
import { nearest } from '../domain/values/nearest.js';
import { required } from '../domain/values/required.js';

/** Items whose ids are compared with an unknown one; the refusal of an agent's call must stay cheap. */
const MAX_COMPARED = 100;

/** The refusal of an unknown item, which leads an agent to the item that was meant or to a search; others stay as they are. */
export async function withNearItems(context: Context, error: unknown, ids: readonly string[]): Promise<unknown> {
  if (!context.byAgent || !(error instanceof PortalError)) return error;
  if (error.code !== 'item_not_found' && error.code !== 'not_found') return error;
  const { shop_id } = required(context.caller.deployment, 'deployment');
  const { entries } = await context.list('items', { shop_id }, undefined, MAX_COMPARED);
  const known = entries.filter(({ item }) => item.status === 'active').map(({ item }) => item.id);
  const [unknown = ''] = ids.filter((id) => !known.includes(id));
  const near = nearest(unknown, known);
  if (near !== undefined) return error.leading(`Did you mean item id "${near}"?`, 'get_item', 'search_catalog');
  return error.leading('Search for what is wanted by words, such as its title: search_catalog.', 'search_catalog');
}
