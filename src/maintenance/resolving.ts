import type { Portal } from '../calls/portal.js';
import { faultFields, type Log } from '../log.js';
import { ignoreHandlerDown } from '../payments/payment-gateway.js';
import { resolveDuePayment } from '../payments/resolve-due-payment.js';
import { resolveOpenMoney } from '../payments/resolve-money.js';
import { portalResolver, type Resolver, resolveOpenPayment } from '../payments/resolve-payment.js';
import { ownerOf } from '../records/owner.js';
import { Backoff } from './backoff.js';

/** Interval between checks for open payments. */
export const RESOLVE_INTERVAL_MS = 5_000;
/**
 * Time between checks of the same payment. What is open for more than an hour waits for a bank, or for a handler that
 * is down or was removed, and may do so for days.
 */
const RESOLVE_WAITS = { first: RESOLVE_INTERVAL_MS, most: 60_000, late: 3_600_000, most_late: 3_600_000 };
/** Maximum payments resolved per round, and concurrently after events. The same limit applies to refunds and voids. */
const MAX_RESOLVED_AT_ONCE = 100;
/**
 * Maximum open payments whose ids are read per round, to find those that are due. The same limit applies to open
 * refunds and voids.
 */
const MAX_OPEN = 5_000;

/** Rows with unsettled money. */
interface OpenRows {
  readonly table: 'checkout' | 'order' | 'payment';
  readonly due: 'open_payments' | 'open_money' | 'due_payments';
  resolve(by: Resolver, id: string): Promise<void>;
}

const DUE_PAYMENTS: OpenRows = { table: 'payment', due: 'due_payments', resolve: resolveDuePayment };

const OPEN_ROWS: readonly OpenRows[] = [
  {
    table: 'checkout',
    due: 'open_payments',
    // The fault of the handler was logged.
    resolve: (by, id) => resolveOpenPayment(by, id).catch(ignoreHandlerDown),
  },
  { table: 'order', due: 'open_money', resolve: resolveOpenMoney },
  DUE_PAYMENTS,
];

/**
 * Resolves open payments of checkouts, open refunds, captures and voids of orders, and payments that are due. Each is
 * checked less often the longer it stays open.
 */
export class Resolving {
  private readonly portal: Pick<Portal, 'store' | 'ids' | 'gateway' | 'clock'>;
  private readonly log: Log;
  private readonly waiting = new Backoff(RESOLVE_WAITS);
  /** Payments being resolved because of an event, by id. */
  private readonly events = new Map<string, Promise<void>>();
  /** Ids of those about which another event has arrived since they were last asked about. */
  private readonly again = new Set<string>();
  private isOver = false;

  constructor(portal: Pick<Portal, 'store' | 'ids' | 'gateway' | 'clock'>, log: Log) {
    this.portal = portal;
    this.log = log;
  }

  async round(): Promise<void> {
    const now = this.portal.clock.now();
    await Promise.all(OPEN_ROWS.map((open) => this.resolveDue(open, now)));
  }

  /**
   * Resolves a payment in the background, one call of the handler at a time: providers send several events about a
   * payment at once, and limit the rate of calls. With too many payments in flight, it is left to the next round.
   */
  resolvePayment(id: string): void {
    if (this.isOver) return;
    if (this.events.has(id)) this.again.add(id);
    else if (this.events.size < MAX_RESOLVED_AT_ONCE) this.events.set(id, this.resolveEvents(id));
  }

  /** Waits for the payments that are being resolved because of an event, and begins no others. */
  async end(): Promise<void> {
    this.isOver = true;
    await Promise.all(this.events.values());
  }

  private async resolveEvents(id: string): Promise<void> {
    do {
      this.again.delete(id);
      await this.resolveOne(DUE_PAYMENTS, id, this.portal.clock.now());
    } while (this.again.has(id) && !this.isOver);
    // In the same turn as the check, so that no event can arrive in between.
    this.events.delete(id);
  }

  /** Skips recently tried payments, which must not delay the others. */
  private async resolveDue(open: OpenRows, now: number): Promise<void> {
    const found = await this.portal.store.due(open.due, now, MAX_OPEN);
    const due = found.filter((id) => this.waiting.due(id, now)).slice(0, MAX_RESOLVED_AT_ONCE);
    await Promise.all(due.map((id) => this.resolveOne(open, id, now)));
  }

  /** Logs an error instead of throwing it: a failing handler must not keep payments of other handlers open. */
  private async resolveOne({ table, resolve }: OpenRows, id: string, now: number): Promise<void> {
    const { store, ids, gateway } = this.portal;
    this.waiting.tried(id, now);
    try {
      const organizationId = await store.read((rows) => ownerOf(rows, table, id));
      await resolve(portalResolver(store, gateway, ids, now, organizationId), id);
    } catch (error) {
      this.log.error('resolve', { about: id, ...faultFields(error) });
    }
  }
}
