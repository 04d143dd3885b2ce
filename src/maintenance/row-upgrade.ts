import { enterOrder } from '../domain/order/order-evidence.js';
import type { Organization } from '../domain/tenant/tenant.js';
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

/** Entries of orders that the last step gives their places; with more of them, it runs again. */
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
 * Enters the orders and consumers of earlier versions in their logs, once. Each batch of orders is a transaction of its own
 * and marks its orders, so the work continues where it was interrupted.
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
          if (await store.read((rows) => rows.logHead(id).covers_rows)) continue;
          if (!(await this.upgrade(id, isStopping))) isDone = false;
        } catch (error) {
          isDone = false;
          log.error('order_entries', { about: id, ...faultFields(error) });
        }
      }
    }
    this.isDone = isDone;
  }

  /** Returns false if it was stopped before the end. */
  private async upgrade(organization_id: string, isStopping: () => boolean): Promise<boolean> {
    const { store, log, clock } = this.deps;
    let done = 0;
    for (const shop of await collectPages((after, limit) => store.list('shops', { organization_id }, after, limit))) {
      for await (const page of this.ordersOf(shop.id)) {
        if (isStopping()) return false;
        const before = done;
        done += await store.update((rows) => this.enter(rows, page), organization_id);
        if (Math.floor(done / PROGRESS) > Math.floor(before / PROGRESS))
          log.info('order_entries', { about: organization_id, orders: done });
      }
    }
    while (!(await store.update((rows) => complete(rows, organization_id, clock.now()), organization_id)));
    log.info('order_entries_complete', { about: organization_id, orders: done });
    return true;
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
}

/** Ends the upgrade of a log after all entries of orders that wait. Returns true once it has ended. */
function complete(rows: Rows, organization_id: string, at: number): Decision<boolean> {
  const entries = rows.pendingEntries(organization_id, MAX_PENDING);
  const sequencing = { type: 'log_sequencing', organization_id, entries } as const;
  if (entries.length === MAX_PENDING) return { writes: [sequencing], result: false };
  const consumers = rows.find('consumersOf', organization_id);
  const completion = { type: 'log_completion', organization_id, consumers, at } as const;
  return { writes: [...(entries.length > 0 ? [sequencing] : []), completion], result: true };
}
