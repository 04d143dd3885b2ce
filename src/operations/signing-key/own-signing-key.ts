import type { Context } from '../../calls/context.js';
import type { SigningKey } from '../../domain/signing-key/signing-key.js';
import type { Rows } from '../../ports.js';
import { findOwn } from '../tenancy/find-own.js';

/**
 * Finds a signing key of the caller's organization. A key of another organization counts as absent.
 * @throws PortalError `signing_key_not_found`
 */
export function ownSigningKey(rows: Rows, { caller }: Pick<Context, 'caller'>, id: string): SigningKey {
  return findOwn(rows.get('signing_key', id), caller, 'signing_key_not_found');
}
