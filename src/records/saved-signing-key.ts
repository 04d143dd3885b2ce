import type { RowPut, Write } from '../ports.js';
import { type Author, audited } from './audit.js';

/** The write of a signing key, with its audit event. */
export function savedSigningKey(
  by: Author,
  put: RowPut<'signing_key'>,
  action: string,
  changed: readonly string[],
): Write[] {
  const { organization_id, id } = put.row;
  return [put, audited(by, organization_id, { type: 'signing_key', id }, action, changed)];
}
