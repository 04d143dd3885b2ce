import { createGrantEvidence, isBounded } from '../domain/evidence/grant-evidence.js';
import { enterOrder } from '../domain/order/order-evidence.js';
import type { ApiKey, Organization } from '../domain/tenant/tenant.js';
import { ANY_ORDER } from '../lists/any-order.js';
import { collectPages, eachPage } from '../lists/every-page.js';
import { faultFields, type Log } from '../log.js';
import {
  type ChangedOrder,
  type Clock,
  type Decision,
  type IdPosition,
  type Ids,
  type Position,
  type Rows,
  replaceWrite,
  type Store,
} from '../ports.js';

/** Entries that the last step gives their places; with more of them, it runs again. */
const MAX_PENDING = 1_000;
/** Number of orders between two lines of progress. */
const PROGRESS = 10_000;

interface Deps {
  /** The engine itself: the orders do not change, so no event is derived. */
  readonly store: Pick<Store, 'list' | 'read' | 'update'>;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Enters the orders, consumers and grants of earlier versions in their logs, once. Each batch of rows is a transaction of
 * its own and marks its rows, so the work continues where it was interrupted.
 */
export class RowUpgrade {
  private readonly deps: Deps;
  private isDone = false;

  constructor(deps: Deps) {
    this.deps = deps;
  }

  /** Does all that is left to do, unless `isStopping` returns true. A log that is refused is left for the next round. */
  async round(isStopping: () => boolean): Promise<void> {
    if (this.isDone) return;
    const { store, log } = this.deps;
    let isDone = true;
    for await (const page of eachPage<Organization, IdPosition>((after, limit) =>
      store.list('organizations', {}, after, limit),
    )) {
      for (const { id } of page) {
        if (isStopping()) return;
        try {
          const { covers_rows, covers_grants } = await store.read((rows) => rows.logHead(id));
          if (covers_grants) continue;
          if (!(await this.upgrade(id, !covers_rows, isStopping))) isDone = false;
        } catch (error) {
          isDone = false;
          log.error('order_entries', { about: id, ...faultFields(error) });
        }
      }
    }
    this.isDone = isDone;
  }

  /**
   * Returns false if it was stopped before the end. `withOrders`: false if an earlier upgrade entered orders and
   * consumers.
   */
  private async upgrade(organization_id: string, withOrders: boolean, isStopping: () => boolean): Promise<boolean> {
    const { store, log, clock } = this.deps;
    const orders = withOrders ? await this.enterOrders(organization_id, isStopping) : 0;
    const grants = orders === undefined ? undefined : await this.enterGrants(organization_id, isStopping);
    if (grants === undefined) return false;
    while (!(await store.update((rows) => complete(rows, organization_id, clock.now()), organization_id)));
    log.info('order_entries_complete', { about: organization_id, orders, grants });
    return true;
  }

  /** Returns the number of orders that it entered; `undefined` if it was stopped before the end. */
  private async enterOrders(organization_id: string, isStopping: () => boolean): Promise<number | undefined> {
    const { store, log } = this.deps;
    let done = 0;
    for (const shop of await collectPages((after, limit) => store.list('shops', { organization_id }, after, limit))) {
      for await (const page of this.ordersOf(shop.id)) {
        if (isStopping()) return undefined;
        const before = done;
        done += await store.update((rows) => this.enter(rows, page), organization_id);
        if (Math.floor(done / PROGRESS) > Math.floor(before / PROGRESS))
          log.info('order_entries', { about: organization_id, orders: done });
      }
    }
    return done;
  }

  /** Returns the number of grants that it entered; `undefined` if it was stopped before the end. */
  private async enterGrants(organization_id: string, isStopping: () => boolean): Promise<number | undefined> {
    const { store } = this.deps;
    let done = 0;
    for await (const page of eachPage<ApiKey, Position>((after, limit) =>
      store.list('api_keys', { organization_id }, after, limit),
    )) {
      const ids = page.filter(isUnentered).map(({ id }) => id);
      if (ids.length === 0) continue;
      if (isStopping()) return undefined;
      done += await store.update((rows) => this.enterKeys(rows, ids), organization_id);
    }
    return done;
  }

  /** Yields the ids of orders that are not entered, in pages. Entering an order leaves its place in this list. */
  private async *ordersOf(shop_id: string): AsyncGenerator<readonly string[]> {
    const filter = { ...ANY_ORDER, shop_id, terms: [] };
    for await (const page of eachPage<ChangedOrder, Position>((after, limit) =>
      this.deps.store.list('shop_orders', filter, after, limit),
    )) {
      const ids = page.flatMap(({ order }) => (order.evidence?.entered ? [] : [order.id]));
      if (ids.length > 0) yield ids;
    }
  }

  /** Returns the number of orders that it entered. */
  private enter(rows: Rows, ids: readonly string[]): Decision<number> {
    const orders = [...rows.many('order', ids).values()].filter(({ evidence }) => !evidence?.entered);
    const secret = (length: number) => this.deps.ids.secret(length);
    const writes = orders.map((order) => replaceWrite('order', order, enterOrder(order, secret)));
    return { writes, result: writes.length };
  }

  /** Returns the number of grants that it entered. */
  private enterKeys(rows: Rows, ids: readonly string[]): Decision<number> {
    const keys = [...rows.many('api_key', ids).values()].filter(isUnentered);
    const secret = (length: number) => this.deps.ids.secret(length);
    const writes = keys.map((key) =>
      replaceWrite('api_key', key, { ...key, evidence: createGrantEvidence(key, secret) }),
    );
    return { writes, result: writes.length };
  }
}

function isUnentered(key: ApiKey): boolean {
  return isBounded(key) && key.evidence === undefined;
}

/** Ends the upgrade of a log after all entries that wait. Returns true once it has ended. */
function complete(rows: Rows, organization_id: string, at: number): Decision<boolean> {
  const entries = rows.pendingEntries(organization_id, MAX_PENDING);
  const sequencing = { type: 'log_sequencing', organization_id, entries } as const;
  if (entries.length === MAX_PENDING) return { writes: [sequencing], result: false };
  const consumers = rows.logHead(organization_id).covers_rows ? [] : rows.find('consumersOf', organization_id);
  const completion = { type: 'log_completion', organization_id, consumers, at } as const;
  return { writes: [...(entries.length > 0 ? [sequencing] : []), completion], result: true };
}
