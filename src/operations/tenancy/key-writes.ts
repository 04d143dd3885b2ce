import { generateKey, keyRow } from '../../calls/api-key.js';
import { notFoundError, PortalError } from '../../domain/errors/portal-error.js';
import { coverGrant } from '../../domain/evidence/grant-evidence.js';
import type { SpendingLimits } from '../../domain/tenant/limits.js';
import { type ApiKey, KEY_SCOPES, type KeyScope } from '../../domain/tenant/tenant.js';
import { insertWrite, type Rows, replaceWrite, type Write } from '../../ports.js';
import { type Author, auditWrite } from '../../records/audit.js';

/** Rules and writes for all API keys, used by operations and the command line. */

/** Owner of a key. Only a deployment's key has a deployment. */
export interface KeyOwner {
  readonly kind: ApiKey['kind'];
  readonly organization_id: string;
  readonly deployment_id: string | null;
}

export interface KeyRequest {
  readonly name: string;
  /** Defaults to the scopes of the key's kind. */
  readonly scopes?: readonly KeyScope[] | undefined;
  readonly buyer_required?: boolean;
  /** UCP profiles of the platform that may use the key. */
  readonly ucp_profiles?: readonly string[] | undefined;
  readonly limits?: SpendingLimits | undefined;
  /** Milliseconds since the epoch. Omit for a key that never expires. */
  readonly expires_at?: number | undefined;
}

/**
 * Creates an API key. Its text is returned to be shown once, and is not stored.
 * @throws PortalError `invalid_request` for a scope that this kind of key cannot have
 */
export function buildNewKey(
  by: Author,
  owner: KeyOwner,
  request: KeyRequest,
): { key: string; row: ApiKey; writes: Write[] } {
  const { granted, allowed } = KEY_SCOPES[owner.kind];
  const scopes = request.scopes ?? granted;
  const refused = scopes.find((scope) => !allowed.includes(scope));
  if (refused)
    throw new PortalError(
      'invalid_request',
      `scopes: a key of this kind cannot have "${refused}"; it may have ${allowed.join(', ')}`,
    );
  const key = generateKey(by.ids, owner.kind);
  const { name, buyer_required = false, ucp_profiles, limits, expires_at = null } = request;
  const optional = { ...(ucp_profiles && { ucp_profiles }), ...(limits && { limits }) };
  const options = { name, scopes, buyer_required, ...optional, created_by: by.actor, expires_at };
  const secret = (length: number) => by.ids.secret(length);
  const row = coverGrant(undefined, keyRow(by.ids.next('key'), key, owner, options, by.now), secret);
  return {
    key,
    row,
    writes: [insertWrite('api_key', row), keyEvent(by, row, 'key.created', ['scopes', ...(limits ? ['limits'] : [])])],
  };
}

/**
 * Revokes a key, effective immediately; revoking it again changes nothing. With `organizationId`, only a key of that
 * organization can be revoked.
 * @throws PortalError `key_not_found`
 */
export function buildRevocation(
  rows: Rows,
  by: Author,
  keyId: string,
  organizationId?: string,
): { row: ApiKey; writes: Write[] } {
  const row = findKey(rows, keyId, organizationId);
  if (row.revoked_at !== null) return { row, writes: [] };
  const revoked = { ...row, revoked_at: by.now, updated_at: by.now };
  return {
    row: revoked,
    writes: [replaceWrite('api_key', row, revoked), keyEvent(by, row, 'key.revoked', ['revoked_at'])],
  };
}

/**
 * Finds a key; with `organizationId`, only one of that organization.
 * @throws PortalError `key_not_found`
 */
export function findKey(rows: Rows, keyId: string, organizationId: string | undefined): ApiKey {
  const row = rows.get('api_key', keyId);
  if (!row || row.organization_id !== (organizationId ?? row.organization_id)) throw notFoundError('key_not_found');
  return row;
}

export function keyEvent(by: Author, row: ApiKey, action: string, changed: readonly string[]): Write {
  return auditWrite(by, row.organization_id, { type: 'api_key', id: row.id }, action, changed);
}
