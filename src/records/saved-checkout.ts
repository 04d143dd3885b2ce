import type { RowPut, Write } from '../ports.js';
import { type Author, audited } from './audit.js';

/** The write of a checkout, with its audit event. */
export function savedCheckout(
  by: Author,
  organizationId: string,
  put: RowPut<'checkout'>,
  action: string,
  changed: readonly string[],
): Write[] {
  return [put, audited(by, organizationId, { type: 'checkout', id: put.row.id }, action, changed)];
}
