import type { RemovableTable, TableName, Tables } from '../../../ports.js';
import { type Aggregate, aggregate, type Connection, type RemovableAggregate, removable } from './aggregate.js';
import type { CacheGroup } from './row-cache.js';
import type { SharedParts } from './shared-parts.js';

/** The tables of a connection; only those of `RemovableTable` can delete rows. */
export interface Aggregates {
  readonly all: { readonly [T in TableName]: Aggregate<Tables[T]> };
  readonly removable: { readonly [T in RemovableTable]: RemovableAggregate<Tables[T]> };
}

/** What is read more often than written is cached. */
export function makeAggregates(connection: Connection, caches: CacheGroup, parts: SharedParts): Aggregates {
  const cached = <T extends TableName>(name: T) => caches.cached((onBody) => aggregate(connection, name, onBody));
  const taken = {
    discount: caches.cachedRemovable((onBody) => removable(connection, 'discount', onBody)),
    idempotency: removable(connection, 'idempotency'),
    link_code: removable(connection, 'link_code'),
    platform_cart: removable(connection, 'platform_cart'),
    webhook: removable(connection, 'webhook'),
    delivery_lane: removable(connection, 'delivery_lane'),
    delivery: removable(connection, 'delivery'),
  };
  const kept = {
    organization: cached('organization'),
    shop: cached('shop'),
    deployment: cached('deployment'),
    agent: cached('agent'),
    consumer: cached('consumer'),
    api_key: cached('api_key'),
    signing_key: cached('signing_key'),
    item: cached('item'),
    checkout: caches.cached((onBody) => aggregate(connection, 'checkout', onBody, parts)),
    order: cached('order'),
    log_checkpoint: cached('log_checkpoint'),
    log_publication: cached('log_publication'),
    payment_note: aggregate(connection, 'payment_note'),
  };
  return { all: { ...kept, ...taken }, removable: taken };
}
