import { PortalError } from '../../domain/errors/portal-error.js';
import { type Caller, KEY_SCOPES, type KeyKind, type KeyScope, SHOPPING_SCOPES } from '../../domain/tenant/tenant.js';
import type { Rows } from '../../ports.js';
import { isoTime } from '../../view/format.js';
import { findOwn } from '../tenancy/find-own.js';
import type { KeyOwner } from '../tenancy/key-writes.js';

/** Reads requests for new keys. Rules that apply to all keys are in tenancy/key-writes.ts. */

/**
 * Finds the owner of a requested key.
 * @throws PortalError `deployment_not_found` for a deployment outside the caller's organization
 */
export function ownerOf(rows: Rows, caller: Caller, deployment_id: string | undefined): KeyOwner {
  const { organization_id } = caller;
  if (deployment_id === undefined) return { kind: 'organization', organization_id, deployment_id: null };
  findOwn(rows.get('deployment', deployment_id), caller, 'deployment_not_found');
  return { kind: 'deployment', organization_id, deployment_id };
}

/**
 * Returns the expiry of a requested key; defaults to that of the creating key. In milliseconds since the epoch;
 * `undefined` if the key never expires.
 * @throws PortalError `invalid_request` for an instant in the past or after the creating key expires
 */
export function expiryWithin(
  creatorExpires: number | null | undefined,
  asked: number | undefined,
  now: number,
): number | undefined {
  if (asked !== undefined && asked <= now) {
    throw new PortalError('invalid_request', 'expires_at: must be in the future');
  }
  const latest = creatorExpires ?? undefined;
  if (asked !== undefined && latest !== undefined && asked > latest) {
    const detail = `expires_at: must be no later than ${isoTime(latest)}, when the key that creates it expires`;
    throw new PortalError('invalid_request', detail);
  }
  return asked ?? latest;
}

/**
 * Returns the scopes of a requested key: those named, or the defaults of its kind. The creating key must have them too,
 * except for the shopping scopes of a deployment's key, which organization keys cannot have.
 * @throws PortalError `forbidden` for a scope that may not be granted, `invalid_request` if no default scope remains
 */
export function scopesFrom(
  creator: Caller,
  kind: KeyKind,
  named: readonly KeyScope[] | undefined,
): readonly KeyScope[] | undefined {
  const { granted, allowed } = KEY_SCOPES[kind];
  const mayGive = (scope: KeyScope) =>
    creator.scopes.has(scope) || (kind === 'deployment' && SHOPPING_SCOPES.includes(scope));
  const lacking = named?.find((scope) => allowed.includes(scope) && !mayGive(scope));
  if (lacking !== undefined) {
    throw new PortalError('forbidden', `This key lacks the scope "${lacking}" that the new key would have.`);
  }
  const scopes = named ?? granted.filter(mayGive);
  if (scopes.length > 0) return scopes;
  throw new PortalError('invalid_request', 'scopes: is required, because this key has none of the default scopes');
}
