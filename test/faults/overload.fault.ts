import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { registryCaller } from '../actors/registry-caller.js';
import { shopperAt } from '../actors/shopper.js';
import { demoKey, organizationKey } from '../e2e/database-file.js';
import { volume } from '../support/volume.js';
import { type Fault, UNLIMITED } from './fault.js';
import { demoParties, newKey, newOrganization } from './organizations.js';
import { type Asked, ask, flood, hold, Outcomes, type Probed, probe } from './overload-load.js';
import { quantile } from './quantile.js';
import { ADA } from './secrets.js';
import { forgetPeak, memoryOf, peakOf, type WatchedPortal, watchedPortal } from './watched-portal.js';

/** Milliseconds of each attack. */
const LASTS = volume(1_000, 60_000);
/** Connections that call without a pause, ten times as many as the portal accepts here. */
const WIDTH = volume(100, 400);
const CAPACITY = WIDTH / 10;
const CONNECTIONS = volume(1_000, 10_000);
const MOST_CONNECTIONS = volume(600, 2_000);
/** Memory that the portal may use above that before the attack. Bytes. */
const MOST_MORE = volume(UNLIMITED, 300 * 2 ** 20);
const SECOND = 1_000;
/** The longest health check, and the longest recovery. Milliseconds. */
const SOON = volume(UNLIMITED, SECOND);

/** The longest turn of the event loop, in milliseconds of processor time. */
const MOST_BLOCKED = volume(UNLIMITED, 25);
/** Slowdown of another organization's calls: p99 by that without load. */
const MOST_SLOWER = volume(UNLIMITED, 5);
const IMPORTED = volume(500, 10_000);

/** Attacks come from 127.0.0.1. */
const OTHER_ADDRESS = '127.0.0.2';
const MONITOR_ADDRESS = '127.0.0.3';

const LOOP_TIME = ['--import', join(import.meta.dirname, 'loop-time.mjs')];

const SETTINGS = {
  PORTAL_MAX_REQUESTS: String(CAPACITY),
  PORTAL_MAX_CONNECTIONS: String(MOST_CONNECTIONS),
  PORTAL_REQUEST_SECONDS: '5',
};

/** The keys of the organization that attacks. */
interface Attacker {
  readonly key: string;
  readonly owner: string;
  readonly shopId: string;
}

type Attack = (server: WatchedPortal, attacker: Attacker) => Promise<Outcomes>;

const BUYER = JSON.stringify({ buyer: ADA });

/** As many as the portal takes, so that its code is compiled, as that of a portal in service is. */
const warmUp: Attack = (server, { key }) => callOn(server, key, CAPACITY, LASTS / 20);

/** Reads and writes, more of them in flight than the portal accepts. */
const tenTimes: Attack = (server, { key }) => callOn(server, key, WIDTH, LASTS);

async function callOn(server: WatchedPortal, key: string, width: number, milliseconds: number): Promise<Outcomes> {
  const carts: Awaited<ReturnType<typeof cart>>[] = [];
  for (let n = 0; n < 20; n += 1) carts.push(await cart(server, key, `o${n}`));
  let turn = 0;
  return flood(server.url, width, performance.now() + milliseconds, () => {
    turn += 1;
    const { id, buyer } = carts[turn % carts.length] ?? { id: '', buyer: '' };
    const headers = { 'x-api-key': key, 'x-buyer-id': buyer, 'content-type': 'application/json' };
    const path = `/api/commerce/checkouts/${id}`;
    return turn % 2 === 0 ? { method: 'POST', path: `${path}/buyer`, headers, body: BUYER } : { path, headers };
  });
}

async function cart({ url }: WatchedPortal, key: string, buyer: string) {
  const { data } = await shopperAt({ url, key }, buyer).ok('get_cart', {});
  return { id: String(data.id), buyer };
}

/** Many connections that send requests and read no answer. */
const unread: Attack = async ({ url }, { key }) => {
  const text = `GET /openapi.json HTTP/1.1\r\nhost: x\r\nx-api-key: ${key}\r\n\r\n`.repeat(64);
  return held(url, Math.min(100, MOST_CONNECTIONS / 2), text);
};

/** Bodies that are announced and do not come. */
const slowBodies: Attack = async ({ url }, { key }) => {
  const head = `POST /api/commerce/checkouts/current/line-items HTTP/1.1\r\nhost: x\r\nx-api-key: ${key}\r\n`;
  return held(url, MOST_CONNECTIONS / 2, `${head}content-type: application/json\r\ncontent-length: 200000\r\n\r\n{`);
};

/** Connections that do nothing, far beyond the limit. */
const connections: Attack = ({ url }) => held(url, CONNECTIONS, '');

async function held(url: string, count: number, text: string): Promise<Outcomes> {
  const release = await hold(url, count, text);
  await new Promise((resolve) => setTimeout(resolve, LASTS));
  release();
  return new Outcomes();
}

/** Idle and slow connections, streams, imports and slow searches, all of one organization at one address. */
const allAtOnce: Attack = async ({ url }, { key, owner, shopId }) => {
  const until = performance.now() + LASTS;
  const post = `POST /mcp HTTP/1.1\r\nhost: localhost\r\nx-api-key: ${key}\r\ncontent-type: application/json\r\n`;
  const listen = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'subscriptions/listen', params: LISTEN });
  const headers = `${post}accept: text/event-stream, application/json\r\nmcp-protocol-version: 2026-07-28\r\n`;
  const stream = `${headers}mcp-method: subscriptions/listen\r\ncontent-length: ${listen.length}\r\n\r\n${listen}`;
  const holds = [
    hold(url, volume(230, 2_300), ''),
    hold(url, volume(30, 300), post),
    hold(url, volume(150, 1_500), stream),
  ];
  const imports = [1, 2].map((turn) => importUntil(url, { owner, shopId }, until, turn));
  const search = { path: '/api/commerce/items?query=lamp%20trail%20steel&limit=50', headers: { 'x-api-key': key } };
  const searches = flood(url, 16, until, () => search);
  for (const release of await Promise.all(holds)) await waitUntil(until, release);
  await Promise.all(imports);
  return searches;
};

const LISTEN = {
  notifications: { toolsListChanged: true },
  _meta: {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'load', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  },
};

async function waitUntil(until: number, release: () => void): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, until - performance.now()));
  release();
}

/** Imports all items again and again, each time with other prices. */
async function importUntil(
  url: string,
  { owner, shopId }: Pick<Attacker, 'owner' | 'shopId'>,
  until: number,
  turn: number,
): Promise<void> {
  const headers = { 'x-api-key': owner, 'content-type': 'application/json' };
  for (let price = turn; performance.now() < until; price += 2) {
    const items = Array.from({ length: IMPORTED }, (_, n) => ({
      id: `lamp-${turn}-${n}`,
      title: `Trail lamp ${n} of steel`,
      description: 'A lamp that lights the trail at night and lasts for a day. '.repeat(4),
      price: price + n,
      stock: 10,
      fulfillment_types: ['pickup'],
    }));
    const outcomes = new Outcomes();
    await ask(
      url,
      undefined,
      { method: 'POST', path: `/api/shops/${shopId}/items/import`, headers, body: JSON.stringify({ items }) },
      outcomes,
    );
  }
}

const ATTACKS = { tenTimes, unread, slowBodies, connections };

export const fault: Fault = {
  title:
    'Floods of calls, connections, bodies, streams, imports and searches by one client: it is rejected with Retry-After, everyone else is served, and the portal stays healthy and recovers',
  async run(folder) {
    const narrow = await attackPortal(join(folder, 'narrow.db'), SETTINGS, ATTACKS);
    const usual = await attackPortal(join(folder, 'usual.db'), {}, { allAtOnce });
    return { ...narrow, ...usual };
  },
};

/** Runs the attacks on a portal of its own. */
async function attackPortal(
  database: string,
  settings: Readonly<Record<string, string>>,
  attacks: Readonly<Record<string, Attack>>,
): Promise<Record<string, number | string>> {
  const times = `${database}.times`;
  const server = await watchedPortal(database, { ...settings, LOOP_TIME_FILE: times }, LOOP_TIME);
  try {
    const owner = organizationKey(database);
    const { shop_id } = await demoParties(server.url, database);
    const attacker = { key: demoKey(database), owner, shopId: shop_id };
    const figures: Record<string, number | string> = {};
    await warmUp(server, attacker);
    const calls = await callsOfAnother(server.url, database);
    const unloaded = await alone(server.url, calls);
    for (const [name, attack] of Object.entries(attacks))
      Object.assign(figures, await underAttack(server, attacker, { name, attack, calls, unloaded, times }));
    return figures;
  } finally {
    expect(await server.stop('SIGTERM')).toBe(0);
  }
}

/** Reads and writes of another organization's buyer. */
async function callsOfAnother(url: string, database: string): Promise<readonly Asked[]> {
  const owner = registryCaller(() => url, await newOrganization(database, 'Other'));
  const shop = await owner.ok('create_shop', { name: 'Other' });
  const deployment = await owner.ok('create_deployment', { shop_id: shop.id, name: 'Other' });
  const key = await newKey(database, '--deployment', deployment.id);
  const { data } = await shopperAt({ url, key }, 'calm').ok('get_cart', {});
  const headers = { 'x-api-key': key, 'x-buyer-id': 'calm', 'content-type': 'application/json' };
  const cart = `/api/commerce/checkouts/${data.id}`;
  return [
    { path: '/api/commerce/items', headers },
    { method: 'POST', path: `${cart}/buyer`, headers, body: BUYER },
    { path: cart, headers },
  ];
}

/** The calls of another organization without load: p99 in milliseconds. */
async function alone(url: string, requests: readonly Asked[]): Promise<number> {
  const stop = probe({ url, from: OTHER_ADDRESS, every: 10, requests });
  await new Promise((resolve) => setTimeout(resolve, LASTS / 3));
  return quantile((await stop()).waits, 0.99);
}

interface Named {
  readonly name: string;
  readonly attack: Attack;
  /** Calls of another organization. */
  readonly calls: readonly Asked[];
  /** Their p99 without load, in milliseconds. */
  readonly unloaded: number;
  /** File of the longest turns of the event loop. */
  readonly times: string;
}

/** Runs an attack beside a monitor and another organization, and checks that the portal is itself again a second later. */
async function underAttack(server: WatchedPortal, attacker: Attacker, { name, attack, calls, unloaded, times }: Named) {
  const before = memoryOf(server.pid);
  forgetPeak(server.pid);
  const began = Date.now();
  const { url } = server;
  const monitor = probe({ url, from: MONITOR_ADDRESS, every: 50, requests: [{ path: '/healthz' }] });
  const others = probe({ url, from: OTHER_ADDRESS, every: 10, requests: calls });
  const outcomes = await attack(server, attacker);
  const ended = performance.now();
  const [health, served] = [await monitor(), await others()];
  expect(Object.keys(health.statuses), `health during ${name}`).toEqual(['200']);
  expect(health.longest, `longest wait for /healthz during ${name}, after ${health.at} ms`).toBeLessThan(SOON);
  expect(outcomes.others, `answers during ${name}`).toEqual([]);
  expect(outcomes.withoutRetry, `refusals without Retry-After during ${name}`).toBe(0);
  const recovered = await recovery(server, attacker.key, ended);
  expect(recovered, `recovery after ${name}`).toBeLessThan(SOON);
  const more = peakOf(server.pid) - before;
  expect(more, `bytes more during ${name}`).toBeLessThan(MOST_MORE);
  const refused = outcomes.of('429') + outcomes.of('503');
  return {
    ...(outcomes.all > 0 && { [`${name}: answered, refused`]: `${outcomes.all - refused}, ${refused}` }),
    [`${name}: longest health check, ms`]: Math.round(health.longest),
    ...servedFigures(name, served, unloaded),
    [`${name}: longest turn of the event loop, ms of processor time`]: longestTurn(name, times, began),
    [`${name}: normal again after, ms`]: Math.round(recovered),
    [`${name}: memory at its most, MiB more`]: Math.round(more / 2 ** 20),
  };
}

function servedFigures(name: string, { statuses, waits }: Probed, unloaded: number) {
  expect(Object.keys(statuses), `calls of another organization during ${name}`).toEqual(['200']);
  const p99 = quantile(waits, 0.99);
  expect(p99 / unloaded, `slowdown of another organization during ${name}`).toBeLessThan(MOST_SLOWER);
  return {
    [`${name}: calls of another organization, refused`]: `${waits.length}, 0`,
    [`${name}: their p99 in ms, without load, with`]: `${Math.round(unloaded)}, ${Math.round(p99)}`,
  };
}

function longestTurn(name: string, times: string, began: number): number {
  const lines = readFileSync(times, 'utf8').trim().split('\n');
  const turns = lines.flatMap((line) => {
    const [at = 0, milliseconds = 0] = line.split(' ').map(Number);
    return at >= began ? milliseconds : [];
  });
  const longest = Math.max(...turns);
  expect(longest, `milliseconds in which nothing else ran during ${name}`).toBeLessThan(MOST_BLOCKED);
  return Math.round(longest);
}

/** Milliseconds from the end of an attack until a call is done. */
async function recovery({ url }: WatchedPortal, key: string, ended: number): Promise<number> {
  const outcomes = new Outcomes();
  const asked = { path: '/api/commerce/items', headers: { 'x-api-key': key } };
  while (outcomes.of('200') === 0 && performance.now() - ended < 60 * SECOND)
    await ask(url, undefined, asked, outcomes);
  return performance.now() - ended;
}
