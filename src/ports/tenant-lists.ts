import type { Shop } from '../domain/shop/shop.js';
import type { Agent, ApiKey, Consumer, Deployment, Organization } from '../domain/tenant/tenant.js';
import type { Page, Position } from './page.js';

/** The lists of the store that are of tenants and their keys; those of one organization or shop are oldest first. */
export interface TenantLists {
  listOrganizations(limit: number): Promise<readonly Organization[]>;
  /** Of every shop. */
  listDeployments(limit: number): Promise<readonly Deployment[]>;
  /** All of them: an organization has a limited number (docs/tenants.md, Shops). */
  listShops(organizationId: string): Promise<readonly Shop[]>;
  listShopDeployments(shopId: string, after: Position | undefined, limit: number): Promise<Page<Deployment>>;
  listConsumers(organizationId: string, after: Position | undefined, limit: number): Promise<Page<Consumer>>;
  listAgents(organizationId: string, after: Position | undefined, limit: number): Promise<Page<Agent>>;
  listKeys(organizationId: string, after: Position | undefined, limit: number): Promise<Page<ApiKey>>;
}
