import { pluralize } from '../../domain/values/pluralize.js';
import type { LargeChange } from '../../feeds/large-change.js';

/** Renders a large change as a sentence for people. */
export function largeChangeText({ withdrawn, repriced, onSale }: LargeChange): string {
  const parts = [...(withdrawn > 0 ? [`withdraw ${withdrawn}`] : []), ...(repriced > 0 ? [`reprice ${repriced}`] : [])];
  return `this import would ${parts.join(' and ')} of the shop's ${pluralize(onSale, 'item')} on sale`;
}
