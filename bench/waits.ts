import { Client, type Sent } from './client.js';
import type { Measured } from './processes.js';
import { part } from './rounds.js';
import { headersOf, type Shop } from './shop.js';

/** Request durations in milliseconds. */
export interface Waits {
  readonly reads: readonly number[];
  readonly writes: readonly number[];
}

/** Alternates reads and durable writes, one at a time, until `work` ends. Returns their durations. */
export async function waitsDuring<R>(
  portal: Measured,
  { carts, key }: Shop,
  work: () => Promise<R>,
): Promise<Waits & { readonly result: R }> {
  const [cart] = carts;
  if (!cart) throw new Error('no cart to read');
  const path = `/api/commerce/checkouts/${cart.id}`;
  const headers = headersOf(key, cart.buyer);
  const client = new Client(portal.url, 1);
  const took = async (sent: Sent) => {
    const started = performance.now();
    await client.run(sent);
    return performance.now() - started;
  };
  const [reads, writes]: [number[], number[]] = [[], []];
  let isOver = false;
  const asking = async () => {
    for (let turn = 0; !isOver; turn += 1) {
      reads.push(await took({ method: 'GET', path, headers }));
      const body = { quantity: 1 + (turn % 5) };
      writes.push(await took({ method: 'PATCH', path: `${path}/line-items/${cart.line}`, headers, body }));
    }
  };
  const working = work().finally(() => {
    isOver = true;
  });
  const [result] = await Promise.all([working, asking()]);
  client.close();
  return { reads, writes, result };
}

export function longest(times: readonly number[]): number {
  return times.reduce((most, time) => Math.max(most, time), 0);
}

/** Returns the 99th percentile of the durations. */
export function slowest(times: readonly number[]): number {
  return part(times, 0.99);
}
