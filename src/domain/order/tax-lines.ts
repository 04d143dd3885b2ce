import { addedTaxLines, type TaxLine } from '../checkout/tax.js';
import type { Order } from './order.js';

/** All tax of an order by rate, as it was ordered. Undefined = it is not known, in orders of earlier programs. */
export function orderTaxLines({ line_items, shipping }: Order): TaxLine[] | undefined {
  const parts = [...line_items.map(({ tax_lines }) => tax_lines), shipping.tax_lines];
  const known = parts.flatMap((lines) => (lines ? [lines] : []));
  return known.length < parts.length ? undefined : addedTaxLines(known.flat());
}
