import { join } from 'node:path';
import { expect } from 'vitest';
import { complete, fill } from '../actors/purchase.js';
import { shopperAt } from '../actors/shopper.js';
import { send } from '../support/http-client.js';
import { volume } from '../support/volume.js';
import { furnish } from '../surface/tenancy/things.js';
import { type Fault, UNLIMITED } from './fault.js';
import { problemOf } from './fuzz-answer.js';
import { Calls, type FuzzCall, type How } from './fuzz-call.js';
import { Found } from './fuzz-found.js';
import { Known } from './fuzz-known.js';
import { pageCall } from './fuzz-pages.js';
import { answerToRaw, rawText } from './fuzz-raw.js';
import { StdioFuzz } from './fuzz-stdio.js';
import { Values } from './fuzz-values.js';
import { demoParties, newKey, newOrganization } from './organizations.js';
import { Random } from './random.js';
import { searchedRun } from './searched-run.js';
import { ADA } from './secrets.js';
import { heapOf, memoryOf, type WatchedPortal, watchedPortal } from './watched-portal.js';

const CALLS = volume(300, 200_000);
const SEED = 17;
/** Number of concurrent calls. */
const WIDTH = 8;
/** Maximum response time in milliseconds. */
const LONGEST = volume(UNLIMITED, 1_000);
/**
 * Maximum response time during an erasure, in milliseconds. An erasure rewrites the file, and writers wait for at most
 * ten seconds (docs/tenants.md, 8).
 */
const LONGEST_BESIDE_ERASURE = volume(UNLIMITED, 30_000);
/** Maximum growth of the heap from the middle to the end of the run. */
const MOST_GROWTH = volume(UNLIMITED, 1.15);
/** Higher limit for resident memory, since V8 keeps empty pages for a while. */
const MOST_RESIDENT = volume(UNLIMITED, 1.6);
const SAMPLES = 100;
const RESET = 'connections that ended while they were used again';
const MOST_RESETS = volume(UNLIMITED, CALLS / 10_000);
/** Percentages of calls by kind. */
const SHARE = { stdio: 5, raw: 1, buys: 2, pages: 15, mcp: 22 };

export const fault: Fault = {
  title: 'Valid, mutated and broken calls over HTTP, MCP, pages and stdio: no 500, no hang, every refusal documented',
  async run(folder) {
    const database = join(folder, 'portal.db');
    const server = await watchedPortal(database);
    const random = new Random(SEED);
    const found = new Found();
    try {
      const setting = await settingOf(server, database, random);
      const stdio = new StdioFuzz(database, setting.shopping, setting.calls);
      await inParallel(CALLS, WIDTH, async (n) => {
        if (n % Math.ceil(CALLS / SAMPLES) === 0)
          found.memory.push({ heap: await heapOf(server), resident: memoryOf(server.pid) });
        await one(server, { ...setting, random, stdio }, found);
      });
      await stdio.end();
    } finally {
      expect(await server.stop('SIGTERM')).toBe(0);
    }
    // A soft assertion lets a long run report all its findings.
    expect.soft(found.problems.slice(0, 20)).toEqual([]);
    expect.soft(found.counts.get(RESET) ?? 0).toBeLessThanOrEqual(MOST_RESETS);
    const [alone, beside] = [found.slowest(false), found.slowest(true)];
    expect.soft(alone.took, alone.what).toBeLessThan(LONGEST);
    expect.soft(beside.took, beside.what).toBeLessThan(LONGEST_BESIDE_ERASURE);
    expect.soft(found.heapGrowth()).toBeLessThan(MOST_GROWTH);
    expect.soft(found.residentGrowth()).toBeLessThan(MOST_RESIDENT);
    expect(await searchedRun(['check'], { PORTAL_DB: database })).toMatchObject({ code: 0 });
    return { ...found.figures(), 'portal check': 'clean', seed: SEED };
  },
};

interface Setting {
  readonly calls: Calls;
  readonly known: Known;
  readonly values: Values;
  /** A key of the demo's deployment. */
  readonly shopping: string;
}

/** Creates the setting: the demo's shop, where orders are placed, and an organization whose shop the calls change. */
async function settingOf(server: WatchedPortal, database: string, random: Random): Promise<Setting> {
  const { deployment_id, shop_id } = await demoParties(server.url, database);
  const shopping = await newKey(database, '--deployment', deployment_id);
  const managing = await newOrganization(database, 'Fuzzed');
  const { keys, things } = await furnish(server, managing, 'fuzzed');
  const known = new Known(random, [shop_id, things.key, ...(await keysOf(server, managing))]);
  known.learn(things, 'id');
  const values = new Values(random, known);
  const calls = new Calls(random, known, values, { shopping: [shopping, keys.deployment], managing });
  return { calls, known, values, shopping };
}

async function keysOf(server: WatchedPortal, managing: string): Promise<readonly string[]> {
  const { text } = await send(`${server.url}/api/keys`, 'GET', { 'x-api-key': managing }, undefined);
  return JSON.parse(text).data.map(({ id }: { readonly id: string }) => id);
}

type Scene = Setting & { readonly random: Random; readonly stdio: StdioFuzz };

async function one(server: WatchedPortal, scene: Scene, found: Found): Promise<void> {
  const { random, known, values, calls, stdio } = scene;
  const how: How = random.of(['valid', 'mutated', 'mutated', 'broken']);
  const turn = random.below(100);
  const began = performance.now();
  const { stdio: onStdio, raw, buys, pages, mcp } = SHARE;
  if (turn < onStdio) {
    const { what, problem } = await stdio.call(how, (said) => known.learn(said));
    found.count(`stdio, ${how}`);
    return found.add(what, began, problem);
  }
  if (turn < onStdio + raw) return rawLine(server, random, found, began);
  if (turn < onStdio + raw + buys) return buy(server, scene, found);
  const isPage = turn < onStdio + raw + buys + pages;
  const isTool = !isPage && turn < onStdio + raw + buys + pages + mcp;
  const call = isPage ? pageCall(how, random, known, values) : isTool ? calls.overMcp(how) : calls.overHttp(how);
  found.count(`${isPage ? 'pages' : isTool ? 'MCP' : 'HTTP'}, ${how}`);
  found.add(`${call.how} ${call.what}`, began, await problemIn(server.url, call, known, found));
}

/** Sends a call, and repeats it once if an idle connection closed just as it was reused (RFC 9112, 9.3.1). */
async function problemIn(url: string, call: FuzzCall, known: Known, found: Found): Promise<string | undefined> {
  const sent = () => send(`${url}${call.path}`, call.method, call.headers, call.body);
  try {
    const answer = await sent().catch((error: Error) => {
      if (codeOf(error.cause) !== 'ECONNRESET') throw error;
      found.count(RESET);
      return sent();
    });
    return problemOf(call, answer, (said) => known.learn(said));
  } catch (error) {
    return String(error instanceof Error ? (error.cause ?? error) : error);
  }
}

function codeOf(cause: unknown): unknown {
  return typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined;
}

async function rawLine(server: WatchedPortal, random: Random, found: Found, began: number): Promise<void> {
  const answer = await answerToRaw(server.url, rawText(random));
  found.count('HTTP, no message');
  found.add('raw', began, /^HTTP\/1\.1 5/m.test(answer) ? answer : undefined);
}

/** Makes a valid purchase, so that orders exist. */
async function buy({ url }: WatchedPortal, { shopping, known, random }: Scene, found: Found): Promise<void> {
  const buyer = random.below(10 ** 9);
  const by = shopperAt({ url, key: shopping }, `buys-${buyer}`);
  // Limits the orders per person, so that exports and erasures have a realistic size.
  const email = ADA.email.replace('@', `.${buyer % 1_000}@`);
  const purchase = await fill(by, { lines: ['preserving-ebook'], option: 'digital', email });
  const { status, json, text } = await complete(purchase);
  found.count('purchases');
  if (status === 200) known.learn(json);
  else found.problems.push(`purchase: ${status} ${text}`);
}

async function inParallel(count: number, width: number, run: (n: number) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async () => {
    for (let n = next++; n < count; n = next++) await run(n);
  };
  await Promise.all(Array.from({ length: width }, worker));
}
