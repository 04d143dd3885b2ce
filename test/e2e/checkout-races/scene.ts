import { expect, vi } from 'vitest';
import { makeSandboxCard } from '../../../src/payments/handlers/sandbox-card.js';
import type { Clock } from '../../../src/ports.js';
import { Merchant } from '../../actors/merchant.js';
import { type Shopper, shopper } from '../../actors/shopper.js';
import { startPortal, type TestPortal } from '../../support/portal.js';
import { turns } from '../../support/turns.js';
import { type Books, problemsIn, readBooks } from './books.js';
import { type RaceProvider, raceProvider } from './provider.js';

/** Number of reads of the books during calls, and event-loop turns between reads. */
const LOOKS = 2;
const TURNS_BETWEEN_LOOKS = 15;

interface Options {
  readonly clock?: Clock;
  readonly declineEvery?: number;
}

/** A portal under concurrent calls, whose books must always be consistent. */
export class RaceScene {
  readonly portal: TestPortal;
  readonly provider: RaceProvider;
  readonly merchant: Merchant;
  readonly start: { readonly stock: Record<string, number>; readonly uses: Record<string, number> };

  private constructor(portal: TestPortal, provider: RaceProvider) {
    this.portal = portal;
    this.provider = provider;
    this.merchant = new Merchant(portal);
    this.start = { stock: {}, uses: {} };
  }

  /** Replaces `setInterval`, so that maintenance runs only at the start and no timer interferes with a round. */
  static async open({ clock, declineEvery = 0 }: Options = {}): Promise<RaceScene> {
    vi.useFakeTimers({ toFake: ['setInterval'] });
    const provider = raceProvider(declineEvery);
    const handlers = [provider, makeSandboxCard()];
    return new RaceScene(await startPortal({ handlers, ...(clock && { clock }) }), provider);
  }

  close(): Promise<void> {
    vi.useRealTimers();
    return this.portal.close();
  }

  buyer(name: string): Shopper {
    return shopper(this.portal, { buyer: name });
  }

  /** Runs the same action for each of `count` buyers. */
  each<T>(count: number, name: string, run: (by: Shopper, index: number) => Promise<T>): Promise<T[]> {
    return Promise.all(Array.from({ length: count }, (_, index) => run(this.buyer(`${name}-${index}`), index)));
  }

  /**
   * Runs all calls and `beside` concurrently. The books must be consistent throughout. At the end, no payment may be
   * open, and the charged attempts must be those of the orders.
   */
  async atOnce<T>(
    calls: readonly (() => Promise<T>)[],
    beside: () => Promise<unknown> = async () => undefined,
  ): Promise<T[]> {
    const running = Promise.all([Promise.all(calls.map((call) => call())), beside()]);
    for (let look = 0; look < LOOKS; look += 1) {
      await turns(TURNS_BETWEEN_LOOKS);
      await this.check();
    }
    const [results] = await running;
    const { checkouts, orders } = await this.check();
    expect(checkouts.filter(({ state }) => state === 'paying')).toEqual([]);
    expect([...this.provider.charged].sort()).toEqual(orders.map(({ payment }) => payment.attempt_id).sort());
    return results;
  }

  async check(): Promise<Books> {
    const books = await readBooks(this.portal.database);
    expect(problemsIn(books, this.start)).toEqual([]);
    return books;
  }
}
