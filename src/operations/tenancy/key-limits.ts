import { PortalError } from '../../domain/errors/portal-error.js';
import { coverGrant } from '../../domain/evidence/grant-evidence.js';
import { changeLimits, type LimitChange, type SpendingLimits } from '../../domain/tenant/limits.js';
import type { ApiKey } from '../../domain/tenant/tenant.js';
import { required } from '../../domain/values/required.js';
import { type Rows, replaceWrite, type Write } from '../../ports.js';
import type { Author } from '../../records/audit.js';
import { findKey, type KeyOwner, keyEvent } from './key-writes.js';

/**
 * Returns the limits of a new key, in the currency of its shop; `undefined` if none is named.
 * @throws PortalError `invalid_request` unless it is the key of a deployment
 */
export function limitsOfNewKey(rows: Rows, owner: KeyOwner, named: LimitChange): SpendingLimits | undefined {
  return changeLimits(undefined, named, currencyOf(rows, owner));
}

/**
 * Changes the limits of a key, effective immediately. Payments that were made without limits do not count. With
 * `organizationId`, only a key of that organization can be changed.
 * @throws PortalError `key_not_found`; `invalid_request` unless it is the key of a deployment
 */
export function buildLimitChange(
  rows: Rows,
  by: Author,
  keyId: string,
  change: LimitChange,
  organizationId?: string,
): { row: ApiKey; writes: Write[] } {
  const row = findKey(rows, keyId, organizationId);
  const { limits: before, ...rest } = row;
  const limits = changeLimits(before, change, currencyOf(rows, row));
  if (JSON.stringify(limits) === JSON.stringify(before)) return { row, writes: [] };
  const secret = (length: number) => by.ids.secret(length);
  const changed = coverGrant(row, { ...rest, ...(limits && { limits }), updated_at: by.now }, secret);
  return {
    row: changed,
    writes: [replaceWrite('api_key', row, changed), keyEvent(by, row, 'key.limits_changed', ['limits'])],
  };
}

function currencyOf(rows: Rows, { deployment_id }: Pick<KeyOwner, 'deployment_id'>): string {
  if (deployment_id === null)
    throw new PortalError('invalid_request', 'limits: only the key of a deployment can have limits');
  const { shop_id } = required(rows.get('deployment', deployment_id), 'deployment');
  return required(rows.get('shop', shop_id), 'shop').settings.currency;
}
