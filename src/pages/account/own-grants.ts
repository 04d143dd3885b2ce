import { notFoundError } from '../../domain/errors/portal-error.js';
import type { Shop } from '../../domain/shop/shop.js';
import { type ApiKey, keyStatus } from '../../domain/tenant/tenant.js';
import { splitIntoPortions } from '../../domain/values/portions.js';
import { ANY_ORDER } from '../../lists/any-order.js';
import { summaryEntries } from '../../operations/order/order-entries.js';
import type { Rows, Store } from '../../ports.js';
import { type GrantKey, hasGrant, isKeyOfShop, wasConnected } from '../../records/grants.js';
import { readSpentByKey } from '../../records/spending.js';
import type { OrderSummary } from '../../schema/order.js';
import type { Links } from '../../view/links.js';
import type { AccountVisit } from './account-visit.js';

/** Maximum grants on the page, newest first. */
const MAX_GRANTS = 100;
/** Number of grants whose orders are read concurrently, so that other reads need not wait for a connection. */
const GRANTS_AT_ONCE = 4;
/** Maximum orders of each grant on the page, newest first. */
const MAX_ORDERS = 5;

/** A grant that a person gave in a shop. */
export interface OwnGrant {
  readonly key: GrantKey;
  readonly isLive: boolean;
  /** Amount that counts toward the limits now. Minor units. */
  readonly spent: number;
  readonly orders: readonly OrderSummary[];
}

/** Reads the person's grants in the shop, newest first. Leaves out those whose code was never exchanged. */
export async function readOwnGrants(
  { store, links }: { readonly store: Pick<Store, 'read' | 'list'>; readonly links: Links },
  visit: AccountVisit,
): Promise<readonly OwnGrant[]> {
  const { shop, now } = visit;
  const { entries } = await store.list('person_grants', ownGrantsFilter(visit), undefined, MAX_GRANTS);
  const { keys, spent } = await store.read((rows) => {
    const own = entries.filter(hasGrant).filter((key) => isKeyOfShop(rows, key, shop.id) && wasConnected(key, now));
    return { keys: own, spent: readSpentByKey(rows, own, now) };
  });
  const own = async (key: OwnGrant['key']): Promise<OwnGrant> => ({
    key,
    isLive: keyStatus(key, now) === 'live',
    spent: spent.get(key.id) ?? 0,
    orders: await ordersOfGrant({ store, links }, shop, key),
  });
  const grants: OwnGrant[] = [];
  for (const some of splitIntoPortions(keys, GRANTS_AT_ONCE)) grants.push(...(await Promise.all(some.map(own))));
  return grants;
}

/** Builds the filter of the list of a person's grants in the organization of a shop. */
export function ownGrantsFilter({ person, shop }: AccountVisit) {
  return { person_id: person.id, organization_id: shop.organization_id };
}

/**
 * Finds a grant that the person gave in the shop.
 * @throws PortalError `key_not_found`, also for the grant of somebody else
 */
export function findOwnGrant(rows: Rows, { person, shop }: AccountVisit, id: string): ApiKey {
  const key = rows.get('api_key', id);
  if (key?.grant?.person_id !== person.id || !isKeyOfShop(rows, key, shop.id)) throw notFoundError('key_not_found');
  return key;
}

async function ordersOfGrant(
  { store, links }: { readonly store: Pick<Store, 'list'>; readonly links: Links },
  shop: Shop,
  { id, deployment_id }: ApiKey,
): Promise<readonly OrderSummary[]> {
  if (deployment_id === null) return [];
  const filter = { ...ANY_ORDER, deployment_id, buyer_id: id };
  const { entries } = await store.list('orders', filter, undefined, MAX_ORDERS);
  return entries.map(summaryEntries(shop, links).view);
}
