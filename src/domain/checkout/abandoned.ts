import { CART_LIFETIME, type Checkout } from './checkout.js';

/** Hours without a change after which a cart counts as abandoned. */
export const ABANDONED_AFTER_HOURS = CART_LIFETIME / (60 * 60 * 1000);

/**
 * Time of the last change of a cart that its buyer left: one that expired with lines in it. Milliseconds since the epoch;
 * null for every other checkout, such as one that was canceled or erased. Drafts have a list of their own.
 */
export function abandonedSince({ state, expired, draft, lines, updated_at }: Checkout): number | null {
  return state === 'canceled' && expired && !draft && lines.length > 0 ? updated_at : null;
}
