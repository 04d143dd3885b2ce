import { generateKey, keyRow } from '../../calls/api-key.js';
import { notFoundError, PortalError } from '../../domain/errors/portal-error.js';
import type { Shop, ShopSettings } from '../../domain/shop/shop.js';
import {
  type Agent,
  type ApiKey,
  type Consumer,
  type Deployment,
  KEY_SCOPES,
  type KeyScope,
  type Organization,
} from '../../domain/tenant/tenant.js';
import { insertWrite, type Put, type Rows, replaceWrite, type Write } from '../../ports.js';
import { type Author, auditWrite } from '../../records/audit.js';

/** Creates tenants and keys, for the command line and operations. */

const stamps = (now: number) => ({ created_at: now, updated_at: now, version: 0 });

export function newOrganization({ ids, now }: Author, name: string): Organization {
  return { id: ids.next('org'), name, ...stamps(now) };
}

export function newShop(
  { ids, now }: Author,
  organization_id: string,
  shop: {
    readonly name: string;
    readonly description: string | null;
    readonly settings: ShopSettings;
    readonly demo: boolean;
  },
): Shop {
  return { id: ids.next('shop'), organization_id, ...shop, ...stamps(now) };
}

export function newDeployment(
  { ids, now }: Author,
  shop: Pick<Shop, 'id' | 'organization_id'>,
  name: string,
): Deployment {
  return { id: ids.next('dep'), organization_id: shop.organization_id, shop_id: shop.id, name, ...stamps(now) };
}

/** Name and description of an agent or consumer. */
export interface Naming {
  readonly name: string;
  readonly description: string | null;
}

export function newAgent({ ids, now }: Author, organization_id: string, naming: Naming): Agent {
  return { id: ids.next('agt'), organization_id, ...naming, ...stamps(now) };
}

export function newConsumer({ ids, now }: Author, organization_id: string, naming: Naming): Consumer {
  const unlinked = { linked_consumer_org_id: null, linked_at: null };
  return { id: ids.next('con'), organization_id, ...naming, ...unlinked, ...stamps(now) };
}

type TenantPut = Extract<Put, { readonly table: 'shop' | 'deployment' | 'agent' | 'consumer' }>;

/** Write of a tenant and its audit event. */
export function tenantWrites(
  by: Author,
  put: TenantPut,
  done: 'created' | 'updated' | 'linked',
  changed: readonly string[],
): Write[] {
  const { table, row } = put;
  return [put, auditWrite(by, row.organization_id, { type: table, id: row.id }, `${table}.${done}`, changed)];
}

/** Owner of a key; organization keys have no deployment. */
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
  /** Profiles of the platform that uses the key. */
  readonly ucp_profiles?: readonly string[] | undefined;
  /** Milliseconds since the epoch; absent for never. */
  readonly expires_at?: number | undefined;
}

/**
 * Creates an API key; its text is shown once and not stored.
 * @throws PortalError `invalid_request` for a scope the kind cannot have
 */
export function createKey(
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
  const { name, buyer_required = false, ucp_profiles, expires_at = null } = request;
  const platform = ucp_profiles && { ucp_profiles };
  const options = { name, scopes, buyer_required, ...platform, created_by: by.actor, expires_at };
  const row = keyRow(by.ids.next('key'), key, owner, options, by.now);
  return {
    key,
    row,
    writes: [insertWrite('api_key', row), keyEvent(by, row, 'key.created', ['scopes'])],
  };
}

/**
 * Revokes a key at once; revoking it again changes nothing. With `organizationId`, only a key of that organization.
 * @throws PortalError `key_not_found`
 */
export function revokeKey(
  rows: Rows,
  by: Author,
  keyId: string,
  organizationId?: string,
): { row: ApiKey; writes: Write[] } {
  const row = rows.get('api_key', keyId);
  if (!row || row.organization_id !== (organizationId ?? row.organization_id)) throw notFoundError('key_not_found');
  if (row.revoked_at !== null) return { row, writes: [] };
  const revoked = { ...row, revoked_at: by.now, updated_at: by.now };
  return {
    row: revoked,
    writes: [replaceWrite('api_key', row, revoked), keyEvent(by, row, 'key.revoked', ['revoked_at'])],
  };
}

function keyEvent(by: Author, row: ApiKey, action: string, changed: readonly string[]): Write {
  return auditWrite(by, row.organization_id, { type: 'api_key', id: row.id }, action, changed);
}
