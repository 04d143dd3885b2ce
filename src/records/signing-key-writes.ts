import type { RowPut, Write } from '../ports.js';
import { type Author, auditWrite } from './audit.js';

/** Builds the writes of a signing key and its audit event. */
export function buildSigningKeyWrites(
  by: Author,
  put: RowPut<'signing_key'>,
  action: string,
  changed: readonly string[],
): Write[] {
  const { organization_id, id } = put.row;
  return [put, auditWrite(by, organization_id, { type: 'signing_key', id }, action, changed)];
}
