import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import type { RemovableTable, TableName, Tables } from '../../../ports.js';
import { type Aggregate, aggregate, type RemovableAggregate, removable } from './aggregate.js';
import type { CacheGroup } from './row-cache.js';
import type { SharedParts } from './shared-parts.js';

/** The tables of a connection; only those of `RemovableTable` can delete rows. */
export interface Aggregates {
  readonly all: { readonly [T in TableName]: Aggregate<Tables[T]> };
  readonly removable: { readonly [T in RemovableTable]: RemovableAggregate<Tables[T]> };
}

/** What is read more often than written is cached. */
export function makeAggregates(db: BetterSQLite3Database, caches: CacheGroup, parts: SharedParts): Aggregates {
  const taken = {
    discount: caches.cachedRemovable(removable(db, 'discount')),
    idempotency: removable(db, 'idempotency'),
    link_code: removable(db, 'link_code'),
  };
  const kept = {
    organization: caches.cached(aggregate(db, 'organization')),
    shop: caches.cached(aggregate(db, 'shop')),
    deployment: caches.cached(aggregate(db, 'deployment')),
    agent: caches.cached(aggregate(db, 'agent')),
    consumer: caches.cached(aggregate(db, 'consumer')),
    api_key: caches.cached(aggregate(db, 'api_key')),
    signing_key: caches.cached(aggregate(db, 'signing_key')),
    item: caches.cached(aggregate(db, 'item')),
    checkout: caches.cached(aggregate(db, 'checkout', parts)),
    order: aggregate(db, 'order'),
    log_checkpoint: caches.cached(aggregate(db, 'log_checkpoint')),
    log_publication: caches.cached(aggregate(db, 'log_publication')),
  };
  return { all: { ...kept, ...taken }, removable: taken };
}
