import type { RowPut, Write } from '../ports.js';
import { type Author, auditWrite } from './audit.js';

/** Builds the writes of a checkout and its audit event. */
export function buildCheckoutWrites(
  by: Author,
  organizationId: string,
  put: RowPut<'checkout'>,
  action: string,
  changed: readonly string[],
): Write[] {
  return [put, auditWrite(by, organizationId, { type: 'checkout', id: put.row.id }, action, changed)];
}
