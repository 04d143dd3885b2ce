import type { Checkout } from '../domain/checkout/checkout.js';
import type { Write } from '../ports.js';
import { type Author, audited } from './audit.js';

/** A checkout's new row, with the audit event that tells of it. */
export function savedCheckout(
  by: Author,
  organizationId: string,
  row: Checkout,
  action: string,
  changed: readonly string[],
): Write[] {
  return [
    { type: 'put', table: 'checkout', row },
    audited(by, organizationId, { type: 'checkout', id: row.id }, action, changed),
  ];
}
