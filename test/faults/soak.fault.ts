import { join } from 'node:path';
import { expect } from 'vitest';
import { complete, ready } from '../actors/purchase.js';
import { type Door, shopperAt } from '../actors/shopper.js';
import { lineWriter, receiptWriter } from '../actors/writers.js';
import { demoKey, organizationKey } from '../e2e/database-file.js';
import { request } from '../support/portal.js';
import { volume } from '../support/volume.js';
import { type Fault, UNLIMITED } from './fault.js';
import { MCP_HEADERS, toolMessage } from './mcp-message.js';
import { quantile } from './quantile.js';
import { Random } from './random.js';
import { searchedRun } from './searched-run.js';
import { ADA } from './secrets.js';
import { descriptorsOf, heapOf, memoryOf, type WatchedPortal, watchedPortal } from './watched-portal.js';

/** Length of a "minute" in this script, in milliseconds. */
const MINUTE = volume(1_000, 60_000);
const MINUTES = 10;
/** Indices of the compared minutes: portals are warm by the third. */
const [EARLY, LATE] = [2, MINUTES - 1];
const PROCESSES = 2;
/** Number of callers per process, who call without a pause. */
const CALLERS = 4;
const SAMPLES_A_MINUTE = volume(5, 20);
/** The heap is measured only in every nth sample, since garbage collection delays calls. */
const HEAP_EVERY = 5;
/** Maximum heap in the last minute, relative to the third. */
const MOST_MEMORY = volume(UNLIMITED, 1.1);
/** The same for resident memory, which varies without a trend because V8 keeps empty pages for a while. */
const MOST_RESIDENT = volume(UNLIMITED, 1.6);
const MOST_DESCRIPTORS = volume(3, 1.1);
/** In the short run, a minute on a busy machine may pass without a sample. */
const FEWEST = volume(-1, 0);
const MOST_P99 = volume(UNLIMITED, 1.5);

export const fault: Fault = {
  title:
    'Ten minutes of mixed load through two processes: memory, descriptors and p99 of the last are those of the third',
  async run(folder) {
    const database = join(folder, 'portal.db');
    const servers = [];
    for (let n = 0; n < PROCESSES; n += 1) servers.push(await watchedPortal(database));
    const seen = servers.map(() => Array.from({ length: MINUTES }, () => new Minute()));
    try {
      const callers = await Promise.all(
        servers.map((server, index) =>
          Promise.all(
            Array.from({ length: CALLERS }, (_, n) =>
              callerOf(server, database, `s${index}-${n}`, index * CALLERS + n),
            ),
          ),
        ),
      );
      const began = performance.now();
      const minute = () => Math.floor((performance.now() - began) / MINUTE);
      await Promise.all(
        servers.flatMap((server, index) => {
          const now = () => seen[index]?.[minute()];
          return [sample(server, now), ...(callers[index] ?? []).map((call) => callAgain(call, now))];
        }),
      );
    } finally {
      for (const server of servers) expect(await server.stop('SIGTERM')).toBe(0);
    }
    const checked = await searchedRun(['check'], { PORTAL_DB: database });
    expect(checked.code, JSON.stringify(checked)).toBe(0);
    return figuresOf(seen);
  },
};

/** Measurements of one process during one minute. */
class Minute {
  /** Durations of calls, in milliseconds. */
  readonly took: number[] = [];
  /** Samples of resident memory, in bytes. */
  readonly resident: number[] = [];
  /** Samples of the heap, in bytes. */
  readonly heap: number[] = [];
  readonly descriptors: number[] = [];
}

function figuresOf(seen: readonly (readonly Minute[])[]) {
  const figures: Record<string, number | string> = {};
  const grown: string[] = [];
  for (const [index, minutes] of seen.entries()) {
    const [early = new Minute(), late = new Minute()] = [minutes[EARLY], minutes[LATE]];
    expect(Math.min(early.took.length, late.took.length, early.heap.length, late.heap.length)).toBeGreaterThan(FEWEST);
    const compared = (name: string, of: (minute: Minute) => number, most: number, unit: number) => {
      figures[`process ${index + 1}, ${name}: third, last minute`] =
        `${Math.round(of(early) / unit)}, ${Math.round(of(late) / unit)}`;
      // A minute without a sample has no least value.
      if (most !== UNLIMITED && of(late) / of(early) >= most) grown.push(`${name} of process ${index + 1}`);
    };
    // Takes the smallest heap of each minute, since calls may run between collection and measurement.
    compared('heap in MiB', ({ heap }) => Math.min(...heap), MOST_MEMORY, 2 ** 20);
    compared('resident memory in MiB', ({ resident }) => quantile(resident, 0.5), MOST_RESIDENT, 2 ** 20);
    compared('descriptors', ({ descriptors }) => quantile(descriptors, 0.5), MOST_DESCRIPTORS, 1);
    compared('p99 in ms', ({ took }) => quantile(took, 0.99), MOST_P99, 1);
  }
  expect(grown, JSON.stringify(figures)).toEqual([]);
  const calls = seen.flat().reduce((sum, { took }) => sum + took.length, 0);
  return { calls, ...figures, 'portal check': 'clean' };
}

/** Returns the record of the current minute, or `undefined` at the end. */
type Now = () => Minute | undefined;

async function sample(portal: WatchedPortal, now: Now): Promise<void> {
  for (let minute = now(), n = 0; minute; minute = now(), n += 1) {
    minute.resident.push(memoryOf(portal.pid));
    if (n % HEAP_EVERY === 0) minute.heap.push(await heapOf(portal));
    minute.descriptors.push(descriptorsOf(portal.pid));
    await new Promise((resolve) => setTimeout(resolve, MINUTE / SAMPLES_A_MINUTE));
  }
}

type Call = () => Promise<unknown>;

/** Returns a function that makes one call of a random kind. */
async function callerOf({ url }: WatchedPortal, database: string, name: string, seed: number): Promise<Call> {
  const door = { url, key: demoKey(database) };
  const owner = { url, key: organizationKey(database) };
  const random = new Random(seed);
  const writer = await lineWriter(() => door, name);
  const submit = await receiptWriter(() => owner);
  const { by, cart, line } = writer;
  const page = String((await by.ok('get_checkout', { checkout_id: cart })).data.continue_url).slice(url.length);
  const kinds: readonly Call[] = [
    () => by.ok('search_catalog', { query: random.of(['mug', 'salt', 'gift under 30 dollars']) }),
    () => by.ok('get_checkout', { checkout_id: cart }),
    () => by.ok('update_line_item', { checkout_id: cart, line_item_id: line, quantity: 1 + random.below(9) }),
    () => by.ok('list_orders', {}),
    () => request(url, '', 'GET', page, { key: null }),
    () => tool(door, 'get_checkout', { checkout_id: cart }),
    submit,
    () => buy(door, `${name}-${random.below(50)}`),
  ];
  return () => random.of(kinds)();
}

/** Repeats a call sequentially until the end. */
async function callAgain(call: Call, now: Now): Promise<void> {
  for (let minute = now(); minute; minute = now()) {
    const began = performance.now();
    await call();
    minute.took.push(performance.now() - began);
  }
}

async function tool({ url, key }: Door, name: string, args: object): Promise<void> {
  const answer = await request(url, key, 'POST', '/mcp', { body: toolMessage(1, name, args), headers: MCP_HEADERS });
  expect(answer.status).toBe(200);
}

async function buy(door: Door, buyer: string): Promise<void> {
  const wish = { lines: ['preserving-ebook'], option: 'digital', email: ADA.email };
  const { status, text } = await complete(await ready(shopperAt(door, buyer), wish));
  expect(status, text).toBe(200);
}
