import { sumTaxLines, type TaxLine } from '../checkout/tax.js';
import type { Order } from './order.js';

/** Tax of the original order by rate; `undefined` for orders from earlier versions, where it is unknown. */
export function orderTaxLines({ line_items, shipping, fees = [] }: Order): TaxLine[] | undefined {
  const parts = [
    ...line_items.map(({ tax_lines }) => tax_lines),
    shipping.tax_lines,
    ...fees.map(({ tax_lines }) => tax_lines),
  ];
  const known = parts.flatMap((lines) => (lines ? [lines] : []));
  return known.length < parts.length ? undefined : sumTaxLines(known.flat());
}
