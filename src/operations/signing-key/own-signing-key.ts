import type { Context } from '../../calls/context.js';
import type { SigningKey } from '../../domain/signing-key/signing-key.js';
import type { Rows } from '../../ports.js';
import { findOwn } from '../tenancy/find-own.js';

/**
 * A signing key of the caller's organization. Absent ones and those of other organizations are indistinguishable.
 * @throws PortalError `signing_key_not_found`
 */
export function ownSigningKey(rows: Rows, { caller }: Pick<Context, 'caller'>, id: string): SigningKey {
  return findOwn(rows.get('signing_key', id), caller, 'signing_key_not_found');
}
