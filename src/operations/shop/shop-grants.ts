import { notFoundError } from '../../domain/errors/portal-error.js';
import type { Shop } from '../../domain/shop/shop.js';
import { splitIntoPortions } from '../../domain/values/portions.js';
import { ANY_ORDER } from '../../lists/any-order.js';
import type { Page, Position, Rows, StoreReader } from '../../ports.js';
import { type GrantKey, hasGrant, isKeyOfShop, wasConnected } from '../../records/grants.js';
import { readSpendingByGrant } from '../../records/spending.js';
import type { ShownGrant } from '../../view/grant-view.js';

/** Reads the grants of people in a shop, for its merchant. Used by operations and the command line. */

/** Grants that are read at once, since those of other shops of the organization are left out. */
const MIN_READ = 100;
/** Grants whose orders are read concurrently, so that other reads need not wait for a connection. */
const GRANTS_AT_ONCE = 4;
/** Orders of each grant, newest first. */
const MAX_ORDERS = 5;

/** The shop whose grants are read, and from when on a grant counts as ended. */
interface OfShop {
  readonly shop_id: string;
  readonly organization_id: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Reads rows and lists. */
export interface GrantReader {
  readonly read: StoreReader['read'];
  readonly page: StoreReader['list'];
}

/**
 * Reads a page of the grants in a shop, oldest first, without those whose code was never exchanged. The page may be
 * short.
 */
export async function readShopGrants(
  { read, page }: GrantReader,
  { shop_id, organization_id, now }: OfShop,
  after: Position | undefined,
  limit: number,
): Promise<Page<GrantKey>> {
  const { entries, next } = await page('grants', { organization_id }, after, Math.max(limit, MIN_READ));
  const own = await read((rows) => {
    rows.expect(
      ...entries.flatMap(({ deployment_id }) => (deployment_id === null ? [] : [deploymentHint(deployment_id)])),
    );
    return entries.filter(hasGrant).filter((key) => isKeyOfShop(rows, key, shop_id) && wasConnected(key, now));
  });
  return { entries: own, next };
}

const deploymentHint = (id: string) => ['get', 'deployment', id] as const;

/**
 * Reads what the merchant sees beside grants.
 * @param withOrders reads the newest orders of each grant too
 */
export async function describeGrants(
  reader: GrantReader,
  shop: OfShop,
  keys: readonly GrantKey[],
  withOrders: boolean,
): Promise<ShownGrant[]> {
  const described = await reader.read((rows) => describe(rows, shop, keys));
  if (!withOrders) return described;
  const shown: ShownGrant[] = [];
  for (const some of splitIntoPortions(described, GRANTS_AT_ONCE))
    shown.push(...(await Promise.all(some.map((one) => addOrders(reader, one)))));
  return shown;
}

function describe(rows: Rows, { shop_id, now }: OfShop, keys: readonly GrantKey[]): ShownGrant[] {
  const ids = keys.map(({ id }) => id);
  const people = keys.flatMap(({ grant }) => sharingPerson(grant) ?? []);
  const persons = rows.many('person', people);
  const spending = readSpendingByGrant(rows, ids, shop_id, now);
  return keys.map((key) => {
    const person = sharingPerson(key.grant);
    const email = person === undefined ? '' : (persons.get(person)?.email ?? '');
    // The address of an erased person is empty.
    return { key, spending: spending.get(key.id), email: email === '' ? undefined : email };
  });
}

function sharingPerson({ shares = [], person_id }: GrantKey['grant']): string | undefined {
  return shares.includes('contact') ? person_id : undefined;
}

async function addOrders({ page }: GrantReader, shown: ShownGrant): Promise<ShownGrant> {
  const { id, deployment_id } = shown.key;
  if (deployment_id === null) return shown;
  const filter = { ...ANY_ORDER, deployment_id, buyer_id: id };
  const { entries } = await page('orders', filter, undefined, MAX_ORDERS);
  return { ...shown, orders: entries };
}

/**
 * Finds a grant in a shop.
 * @throws PortalError `grant_not_found`
 */
export function findShopGrant(rows: Rows, shop: Shop, id: string): GrantKey {
  const key = rows.get('api_key', id);
  const isOwn = key?.organization_id === shop.organization_id && hasGrant(key) && isKeyOfShop(rows, key, shop.id);
  if (!isOwn) throw notFoundError('grant_not_found');
  return key;
}
