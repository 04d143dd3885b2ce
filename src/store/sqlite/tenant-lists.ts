import { asc, eq, sql } from 'drizzle-orm';
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import { agent, api_key, consumer, deployment, organization, shop } from '../../../db/sqlite/schema.js';
import type { Shop } from '../../domain/shop/shop.js';
import type { Agent, ApiKey, Consumer, Deployment, Organization } from '../../domain/tenant/tenant.js';
import { decodeRow } from './aggregates.js';
import { KeysetList } from './keyset-list.js';

const placeholder = sql.placeholder;

/** The lists of tenants and their keys, each served by an index. */
export class TenantQueries {
  readonly deploymentsOfShop;
  readonly consumers;
  readonly agents;
  readonly keys;
  private readonly byHash;
  private readonly shops;
  private readonly deployments;
  private readonly organizations;

  constructor(db: BetterSQLite3Database) {
    this.deploymentsOfShop = new KeysetList<Deployment>(db, deployment, deployment.shop_id);
    this.consumers = new KeysetList<Consumer>(db, consumer, consumer.organization_id);
    this.agents = new KeysetList<Agent>(db, agent, agent.organization_id);
    this.keys = new KeysetList<ApiKey>(db, api_key, api_key.organization_id);
    this.byHash = db
      .select()
      .from(api_key)
      .where(eq(api_key.hash, placeholder('hash')))
      .prepare();
    this.shops = db
      .select()
      .from(shop)
      .where(eq(shop.organization_id, placeholder('organization_id')))
      .orderBy(asc(shop.created_at), asc(shop.key))
      .prepare();
    this.deployments = db.select().from(deployment).orderBy(asc(deployment.key)).limit(placeholder('limit')).prepare();
    this.organizations = db
      .select()
      .from(organization)
      .orderBy(asc(organization.key))
      .limit(placeholder('limit'))
      .prepare();
  }

  findKeyByHash(hash: string): ApiKey | undefined {
    const row = this.byHash.get({ hash });
    return row && decodeRow<ApiKey>(row);
  }

  listShops(organizationId: string): Shop[] {
    return this.shops.all({ organization_id: organizationId }).map((row) => decodeRow<Shop>(row));
  }

  listDeployments(limit: number): Deployment[] {
    return this.deployments.all({ limit }).map((row) => decodeRow<Deployment>(row));
  }

  listOrganizations(limit: number): Organization[] {
    return this.organizations.all({ limit }).map((row) => decodeRow<Organization>(row));
  }
}
