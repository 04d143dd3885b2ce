import { Client } from './client.js';
import type { Measured } from './processes.js';

/** Results of one round on one server. */
export interface Round {
  readonly perSecond: number;
  /** CPU microseconds of the server per request. */
  readonly cpu: number;
  /** Median and 99th percentile latency, in milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

/** Runs one round. Each connection begins its next turn when the previous one has been answered. */
export async function round(
  server: Measured,
  connections: number,
  count: number,
  once: (client: Client, worker: number, turn: number) => Promise<void>,
): Promise<Round> {
  const client = new Client(server.url, connections);
  const times: number[] = [];
  let sent = 0;
  const work = async (worker: number) => {
    while (sent < count) {
      sent += 1;
      const began = performance.now();
      await once(client, worker, sent);
      times.push(performance.now() - began);
    }
  };
  const cpu = server.cpu();
  const started = performance.now();
  await Promise.all(Array.from({ length: connections }, (_, worker) => work(worker)));
  const seconds = (performance.now() - started) / 1000;
  const used = server.cpu() - cpu;
  client.close();
  return { perSecond: sent / seconds, cpu: (used / sent) * 1e6, p50: part(times, 0.5), p99: part(times, 0.99) };
}

/**
 * Alternates rounds between several servers or rows. Every second turn runs in reverse order, so that a collection of
 * garbage in every second round does not always count toward the same side. Returns the rounds by side.
 * @param warm turns that come first and are not returned
 */
export async function alternate<Side>(
  sides: readonly Side[],
  pairs: number,
  once: (side: Side) => Promise<Round>,
  { warm = 1 } = {},
): Promise<Round[][]> {
  const rounds: Round[][] = sides.map(() => []);
  for (let pair = 0; pair < warm + pairs; pair += 1) {
    const turn = [...sides.entries()];
    for (const [index, side] of pair % 2 === 0 ? turn : turn.reverse()) {
      const measured = await once(side);
      if (pair >= warm) rounds[index]?.push(measured);
    }
  }
  return rounds;
}

/** Returns a quantile of the values; `of` is between 0 and 1. */
export function part(values: readonly number[], of: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * of)] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return part(values, 0.5);
}

/** Median and range of a value over rounds. */
export interface Spread {
  readonly median: number;
  readonly least: number;
  readonly most: number;
}

export function spread(values: readonly number[]): Spread {
  return { median: median(values), least: Math.min(...values), most: Math.max(...values) };
}
