import type { Database } from 'better-sqlite3';
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import type { Order } from '../../../domain/order/order.js';
import { NO_USAGE, type Usage } from '../../../domain/tenant/quota.js';
import { trustedRow } from '../../trusted-row.js';
import { NativeStatement } from './native-statement.js';
import { anyItemQuery, automaticQuery, contextQuery, currentQuery, shopCountQuery, usageQuery } from './row-queries.js';

interface Keyed {
  readonly key: string;
}

/** What is found by other columns than the key. */
export class Lookups {
  private readonly current;
  private readonly automatic;
  private readonly anyItem;
  private readonly shopCount;
  private readonly used;
  private readonly byContext;

  constructor(database: Database, db: BetterSQLite3Database) {
    this.current = new NativeStatement<Keyed>(database, currentQuery(db));
    this.automatic = new NativeStatement<Keyed>(database, automaticQuery(db));
    this.anyItem = anyItemQuery(db);
    this.shopCount = shopCountQuery(db);
    this.used = usageQuery(database);
    this.byContext = contextQuery(db);
  }

  currentCheckout(deployment_id: string, buyer_id: string): string | undefined {
    return this.current.get({ deployment_id, buyer_id })?.key;
  }

  automaticDiscounts(shop_id: string): string[] {
    return this.automatic.all({ shop_id }).map(({ key }) => key);
  }

  hasItems(shop_id: string): boolean {
    return this.anyItem.get({ shop_id }) !== undefined;
  }

  countShops(organization_id: string): number {
    return this.shopCount.get({ organization_id })?.shops ?? 0;
  }

  usage(organization_id: string): Usage {
    return this.used.get(organization_id) ?? NO_USAGE;
  }

  orderByContext(organizationId: string, context_hash: string): Order | undefined {
    const row = this.byContext.get({ context_hash });
    const found = row && trustedRow('order', row);
    return found?.organization_id === organizationId ? found : undefined;
  }
}
