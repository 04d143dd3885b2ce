import { isDeepStrictEqual } from 'node:util';
import { groupBy } from '../values/group-by.js';
import { sum } from '../values/money.js';
import { type Checkout, isUnended, type Line } from './checkout.js';
import type { Draft, WithOrder } from './draft.js';

/** Days for which the pay link of a draft works: by default, and at most. */
export const DEFAULT_DRAFT_DAYS = 7;
export const MAX_DRAFT_DAYS = 30;

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Turns a checkout into a draft, which is nobody's current cart, and whose link works for these days. Changes do not
 * shorten that time.
 */
export function makeDraft(checkout: Checkout, draft: Draft, days: number): Checkout {
  return { ...checkout, direct: {}, draft, expires_at: checkout.created_at + days * DAY_MS };
}

/** Time at which an open draft was made, in milliseconds since the epoch; null for every other checkout. */
export function openDraftSince(checkout: Checkout): number | null {
  return checkout.draft && isUnended(checkout) ? checkout.created_at : null;
}

/** Counts the units of each item, over all lines. */
export function unitsByItem(lines: readonly Line[]): WithOrder['items'] {
  return [...groupBy(lines, ({ item_id }) => item_id)].map(([id, same]) => ({
    id,
    units: sum(same.map(({ quantity }) => quantity)),
  }));
}

/**
 * Returns the order with which these goods are sent, and which has paid the delivery and the fixed fees; `undefined` if
 * there is none, or if the buyer changed what is sent, or where to. Choices for an item do not change how it is sent.
 */
export function orderSentWith({ draft, lines, destination }: Checkout): WithOrder | undefined {
  const { with_order } = draft ?? {};
  if (!with_order || !isDeepStrictEqual(destination, with_order.destination)) return undefined;
  const most = new Map(with_order.items.map(({ id, units }) => [id, units]));
  return unitsByItem(lines).every(({ id, units }) => units <= (most.get(id) ?? 0)) ? with_order : undefined;
}
