import { isDeepStrictEqual } from 'node:util';
import { sum } from '../values/money.js';
import type { Checkout } from './checkout.js';
import type { Draft } from './draft.js';

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
export function openDraftSince({ draft, state, created_at }: Checkout): number | null {
  return draft && (state === 'open' || state === 'paying') ? created_at : null;
}

/**
 * Returns the option whose delivery costs nothing, since the goods are sent with an order that has paid it; `undefined`
 * if there is none, or if the buyer changed what is sent, or where to.
 */
export function paidOption({ draft, lines, destination }: Checkout): string | undefined {
  const { with_order } = draft ?? {};
  if (!with_order || sum(lines.map(({ quantity }) => quantity)) > with_order.units) return undefined;
  return isDeepStrictEqual(destination, with_order.destination) ? with_order.option_id : undefined;
}
