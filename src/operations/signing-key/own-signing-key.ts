import type { Context } from '../../calls/context.js';
import type { SigningKey } from '../../domain/signing-key/signing-key.js';
import type { RowPut, Rows, Write } from '../../ports.js';
import { type Author, audited } from '../../records/audit.js';
import { own } from '../tenancy/own.js';

/**
 * The signing key of the caller's organization. Absent and another organization's look the same.
 * @throws PortalError `signing_key_not_found`
 */
export function ownSigningKey(rows: Rows, { caller }: Pick<Context, 'caller'>, id: string): SigningKey {
  return own(rows.get('signing_key', id), caller, 'signing_key_not_found');
}

/** The write of a signing key, with the audit event that tells of it. */
export function savedKey(by: Author, put: RowPut<'signing_key'>, action: string, changed: readonly string[]): Write[] {
  const { organization_id, id } = put.row;
  return [put, audited(by, organization_id, { type: 'signing_key', id }, action, changed)];
}
