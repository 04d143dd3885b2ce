import { PortalError } from '../../domain/errors/portal-error.js';
import { type Caller, KEY_SCOPES, type KeyKind, type KeyScope } from '../../domain/tenant/tenant.js';
import type { Rows } from '../../ports.js';
import { own } from '../tenancy/own.js';
import type { KeyOwner } from '../tenancy/provision.js';

/** What a caller may ask of a new key; what any new key must be is in provision.ts. */

/** @throws PortalError `deployment_not_found` for one that is not of the caller's organization */
export function ownerOf(rows: Rows, caller: Caller, deployment_id: string | undefined): KeyOwner {
  const { organization_id } = caller;
  if (deployment_id === undefined) return { kind: 'organization', organization_id, deployment_id: null };
  own(rows.get('deployment', deployment_id), caller, 'deployment_not_found');
  return { kind: 'deployment', organization_id, deployment_id };
}

/** @throws PortalError `invalid_request` */
export function assertFuture(expires_at: number | undefined, now: number): void {
  if (expires_at === undefined || expires_at > now) return;
  throw new PortalError('invalid_request', 'expires_at: takes a time in the future');
}

/**
 * The scopes of a new key: those named, or the defaults of its kind. An organization's key has none that its maker lacks.
 * @throws PortalError `forbidden` for a named scope that the maker lacks, `invalid_request` when no default is left
 */
export function scopesFrom(
  maker: Caller,
  kind: KeyKind,
  named: readonly KeyScope[] | undefined,
): readonly KeyScope[] | undefined {
  if (kind === 'deployment') return named;
  const { granted, allowed } = KEY_SCOPES[kind];
  const lacking = named?.find((scope) => allowed.includes(scope) && !maker.scopes.has(scope));
  if (lacking !== undefined) {
    throw new PortalError('forbidden', `This key lacks the scope "${lacking}" that the new key would have.`);
  }
  const scopes = named ?? granted.filter((scope) => maker.scopes.has(scope));
  if (scopes.length > 0) return scopes;
  throw new PortalError('invalid_request', 'scopes: name them, since this key has none of those that are the default');
}
