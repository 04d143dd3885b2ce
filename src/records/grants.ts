import type { Grant } from '../domain/tenant/grant.js';
import type { ApiKey } from '../domain/tenant/tenant.js';
import type { Rows } from '../ports.js';

/** The API key of a grant. */
export type GrantKey = ApiKey & { readonly grant: Grant };

export function hasGrant(key: ApiKey): key is GrantKey {
  return key.grant !== undefined;
}

/** True if a key is that of a deployment of the shop. */
export function isKeyOfShop(rows: Rows, { deployment_id }: ApiKey, shopId: string): boolean {
  return deployment_id !== null && rows.get('deployment', deployment_id)?.shop_id === shopId;
}

/**
 * False for a grant whose code was never exchanged in time: the exchange extends the expiry of the key to the end of the
 * grant.
 */
export function wasConnected({ expires_at, grant }: GrantKey, now: number): boolean {
  return expires_at === grant.ends_at || (expires_at ?? 0) > now;
}
