import type { PricedFee } from '../domain/checkout/fees.js';
import type { CheckoutF } from '../schema/checkout.js';

/** Fees of a checkout or order in responses. */
export function feesView(fees: readonly PricedFee[]): CheckoutF['fees'] {
  return fees.map(({ id, title, amount, tax_lines }) => ({ id, title, amount, tax_lines: [...tax_lines] }));
}
