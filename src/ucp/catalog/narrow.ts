import type { CanonicalMessage } from '../checkout/canonical-forms.js';
import type { VariantFilter } from './forms.js';

/** Removes price filters in other currencies than the shop's, and adds a message about it (UCP, Price Filter). */
export function narrowToCurrency<W extends VariantFilter>(
  wish: W,
  currency: string,
): { readonly wish: W; readonly messages: readonly CanonicalMessage[] } {
  const { min_price, max_price } = wish;
  const isOther = wish.currency !== undefined && wish.currency !== currency;
  if (!isOther || (min_price === undefined && max_price === undefined)) return { wish, messages: [] };
  const content = `The filter by price was ignored: prices are in ${currency}.`;
  return {
    wish: { ...wish, min_price: undefined, max_price: undefined },
    messages: [{ type: 'info', code: 'price_filter_ignored', content }],
  };
}
