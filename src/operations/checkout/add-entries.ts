import { z } from 'zod';
import type { Context } from '../../calls/context.js';
import type { Cart, Checkout } from '../../domain/checkout/checkout.js';
import { type AddedLine, addLines } from '../../domain/checkout/lines.js';
import { normalizeProperties } from '../../domain/checkout/properties.js';
import type { ErrorCode } from '../../domain/errors/portal-error.js';
import { lineId, propertiesInput, quantity } from '../../schema/line-item.js';
import { id } from '../../schema/primitives.js';
import { suggestItems } from '../catalog/near-items.js';

/** An entry of `line_items`. */
export const lineEntry = z.strictObject({
  item: z.strictObject({ id: id('Item id from the catalog') }).describe('What to add'),
  quantity: quantity.min(1),
  id: lineId
    .optional()
    .describe('Your own id for a new line (letters, digits, _ and -), for parent_id of another entry'),
  parent_id: lineId.optional().describe('Line to which it is an add-on'),
  properties: propertiesInput.optional(),
});

export const lineEntries = z.array(lineEntry).min(1).max(100).describe('1 to 100 entries');

/** Errors of `addEntries`. */
export const LINE_ENTRY_ERRORS = [
  'item_not_found',
  'item_unavailable',
  'parent_not_found',
  'property_unknown',
  'property_value_invalid',
  'line_item_conflict',
  'limit_exceeded',
] as const satisfies readonly ErrorCode[];

/**
 * Adds entries to a cart. Agents may name properties inexactly.
 * @throws PortalError those of `addLines`
 */
export function addEntries(
  context: Pick<Context, 'call' | 'ids'>,
  cart: Cart,
  entries: readonly AddedLine[],
): Checkout {
  const exact = context.call.byAgent ? entries.map((entry) => withExactProperties(cart, entry)) : entries;
  return addLines(cart, exact, () => context.ids.next('li'));
}

function withExactProperties(cart: Cart, entry: AddedLine): AddedLine {
  const { item, properties } = entry;
  return properties ? { ...entry, properties: normalizeProperties(cart.items.get(item.id), properties) } : entry;
}

/** Runs a call that adds entries. An agent's error about an unknown item gets likely item ids. */
export async function withLikelyItems<Result>(
  context: Context<'search'>,
  entries: readonly AddedLine[],
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    throw await suggestItems(context, error, listItemIds(entries));
  }
}

export function listItemIds(entries: readonly AddedLine[]): string[] {
  return entries.map(({ item }) => item.id);
}
