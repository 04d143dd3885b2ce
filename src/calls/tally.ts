import { type Order, orderTotal } from '../domain/order/order.js';
import type { Write } from '../ports.js';

/** Limits shared by all clients. Each address and each API key may use only a part of each limit. */
const LOAD_LIMITS = ['connections', 'requests', 'streams', 'bodies'] as const;
export type LoadLimit = (typeof LOAD_LIMITS)[number];

/** Reasons for rejecting a client that is within its own limits. */
export const FULL_REASONS = [...LOAD_LIMITS, 'write_queue'] as const;

/** Reasons for rejecting a request that would otherwise be valid. */
export const REJECT_REASONS = [
  ...FULL_REASONS,
  ...LOAD_LIMITS.map((limit) => `address_${limit}` as const),
  ...LOAD_LIMITS.map((limit) => `key_${limit}` as const),
  'key_rate',
  'organization_rate',
  'address_rate',
] as const;
export type RejectReason = (typeof REJECT_REASONS)[number];

interface Sales {
  orders: number;
  /** Minor units. */
  amount: number;
}

/** Counters since the process started, for metrics. Their labels are currencies, error codes and reasons, never ids. */
export class Tally {
  /** Number of accepted connections. */
  accepted = 0;
  readonly sales = new Map<string, Sales>();
  readonly receipts = new Map<string, number>();
  /** Number of delivery attempts by outcome. */
  readonly attempts = new Map<string, number>();
  readonly rejects = new Map<RejectReason, number>(REJECT_REASONS.map((reason) => [reason, 0]));
  /** Time of the latest rejection, by reason. */
  private readonly rejectedAt = new Map<RejectReason, number>();

  /** Counts the orders that were placed by these committed writes. */
  written(writes: readonly Write[]): void {
    for (const write of writes) {
      if (write.type === 'put' && write.table === 'order' && write.replaces === undefined) this.sold(write.row);
    }
  }

  /** Counts a submitted receipt. `outcome`: `verified` or an error code. */
  receipt(outcome: string): void {
    this.receipts.set(outcome, (this.receipts.get(outcome) ?? 0) + 1);
  }

  /** Counts a delivery attempt; `outcome` is one of `OUTCOMES`. */
  attempted(outcome: string): void {
    this.attempts.set(outcome, (this.attempts.get(outcome) ?? 0) + 1);
  }

  rejected(reason: RejectReason): void {
    this.rejects.set(reason, (this.rejects.get(reason) ?? 0) + 1);
    this.rejectedAt.set(reason, performance.now());
  }

  /** Reasons for which a request was rejected within the last `milliseconds`. */
  rejectedWithin(milliseconds: number): RejectReason[] {
    const since = performance.now() - milliseconds;
    return REJECT_REASONS.filter((reason) => (this.rejectedAt.get(reason) ?? Number.NEGATIVE_INFINITY) >= since);
  }

  private sold(order: Order): void {
    const sales = this.sales.get(order.currency) ?? { orders: 0, amount: 0 };
    sales.orders += 1;
    sales.amount += orderTotal(order);
    this.sales.set(order.currency, sales);
  }
}
