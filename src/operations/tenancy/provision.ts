import type { Shop, ShopSettings } from '../../domain/shop/shop.js';
import type { Agent, Consumer, Deployment, Organization } from '../../domain/tenant/tenant.js';
import type { Put, Write } from '../../ports.js';
import { type Author, auditWrite } from '../../records/audit.js';

/** Creates tenants, for operations and the command line. */

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

/** Builds the write of a new or changed shop, deployment, agent or consumer, and that of its audit event. */
export function tenantWrites(
  by: Author,
  put: TenantPut,
  done: 'created' | 'updated' | 'linked' | 'key_registered' | 'key_revoked',
  changed: readonly string[],
): Write[] {
  const { table, row } = put;
  return [put, auditWrite(by, row.organization_id, { type: table, id: row.id }, `${table}.${done}`, changed)];
}
