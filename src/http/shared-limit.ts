import type { Client } from './client.js';

/** Percentages of a limit that one client may use. */
export interface Shares {
  readonly addressShare: number;
  readonly keyShare: number;
}

/** The limit that a client would exceed: its own share, or the one that all clients have together. */
export type Level = 'all' | 'address' | 'key';

/**
 * Minimum share, which matters only for limits that count connections, requests or streams: a few of them per client
 * are normal, however low the limit is.
 */
const MIN_SHARE = 8;

/** Number of names up to which those without use are kept, since most are used again. */
const MAX_UNUSED = 100;

/** Computes one client's share of a limit that all clients have together. */
export function computeShare(limit: number, percent: number): number {
  return Math.max(Math.floor((limit * percent) / 100), Math.min(limit, MIN_SHARE));
}

/** Computes the maximum use at each level. */
export function computeLimits(limit: number, { addressShare, keyShare }: Shares): Readonly<Record<Level, number>> {
  return { all: limit, address: computeShare(limit, addressShare), key: computeShare(limit, keyShare) };
}

/** A limit for all clients together. Each address and each API key may use only a share of it. */
export class SharedLimit {
  private readonly most: Readonly<Record<Level, number>>;
  private used = 0;
  private readonly byAddress = new Map<string, number>();
  private readonly byKey = new Map<string, number>();

  constructor(limit: number, shares: Shares) {
    this.most = computeLimits(limit, shares);
  }

  get inUse(): number {
    return this.used;
  }

  /**
   * Returns the limit that the amount would exceed, if any. A client's first use never exceeds the client's share,
   * regardless of the amount.
   */
  exceededBy({ address, key }: Client, amount = 1): Level | undefined {
    const { most } = this;
    if (this.used + amount > most.all) return 'all';
    if (exceeds(this.byAddress, address, amount, most.address)) return 'address';
    return exceeds(this.byKey, key, amount, most.key) ? 'key' : undefined;
  }

  /** Takes an amount. Returns a function that gives the amount back; calling it again has no effect. */
  take({ address, key }: Client, amount = 1): () => void {
    let isTaken = true;
    const change = (by: number) => {
      this.used += by;
      add(this.byAddress, address, by);
      add(this.byKey, key, by);
    };
    change(amount);
    return () => {
      if (isTaken) change(-amount);
      isTaken = false;
    };
  }
}

function exceeds(uses: ReadonlyMap<string, number>, name: string | undefined, amount: number, most: number): boolean {
  const used = name === undefined ? 0 : (uses.get(name) ?? 0);
  return used > 0 && used + amount > most;
}

function add(uses: Map<string, number>, name: string | undefined, by: number): void {
  if (name === undefined) return;
  const used = (uses.get(name) ?? 0) + by;
  if (used > 0 || uses.size <= MAX_UNUSED) uses.set(name, used);
  else uses.delete(name);
}
