import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect } from 'vitest';
import { registryCaller } from '../actors/registry-caller.js';
import { type Shopper, shopperAt } from '../actors/shopper.js';
import { demoKey, organizationKey } from '../e2e/database-file.js';
import { listenRequest } from '../support/listen-request.js';
import { volume } from '../support/volume.js';
import { UNLIMITED } from './fault.js';
import type { Findings } from './findings.js';
import { importedItems } from './imported-items.js';
import { LOOP_TIME, LoopTurns } from './loop-turns.js';
import { demoParties, newKey, newOrganization } from './organizations.js';
import { type Asked, ask, flood, Outcomes, type Probed, probe } from './overload-load.js';
import { quantile } from './quantile.js';
import { ADA } from './secrets.js';
import { forgetPeak, memoryOf, peakOf, type WatchedPortal, watchedPortal } from './watched-portal.js';

/** Duration of each attack in milliseconds. */
export const LASTS = volume(1_000, 60_000);
const SECOND = 1_000;
/** Maximum recovery time, in milliseconds. */
const SOON = volume(UNLIMITED, SECOND);
/**
 * Maximum wait of a probe, in milliseconds. TCP repeats a connection attempt after a second if the queue of new
 * connections is full (RFC 6298, section 2.1).
 */
const MOST_PROBE_WAIT = volume(UNLIMITED, 2 * SECOND);
/** Maximum memory growth during an attack, in bytes. */
const MOST_MORE = volume(UNLIMITED, 300 * 2 ** 20);
/** Maximum slowdown of another organization's calls: their p99 relative to that without load. */
const MOST_SLOWER = volume(UNLIMITED, 5);
/** Typical number of connections in production, used to get the code compiled before an attack. */
const USUAL = 10;
/** Number of calls and of imported rows before an attack. */
const WARM = 50;

/** Loopback address of the other organization. Attacks come from 127.0.0.1. */
const OTHER_ADDRESS = '127.0.0.2';
const MONITOR_ADDRESS = '127.0.0.3';
/** Body of a request for a notification stream. */
export const LISTEN = JSON.stringify(listenRequest('tools'));
const BUYER = JSON.stringify({ buyer: ADA });
const SUCCESS: ReadonlySet<string> = new Set(['200', '201']);

/** Keys and shop of the attacking organization. */
export interface Attacker {
  readonly key: string;
  readonly owner: string;
  readonly shopId: string;
}

export type Attack = (server: WatchedPortal, attacker: Attacker, findings: Findings) => Promise<Outcomes>;

/** Runs the attacks on a dedicated portal. */
export async function attackPortal(
  database: string,
  settings: Readonly<Record<string, string>>,
  attacks: Readonly<Record<string, Attack>>,
  findings: Findings,
): Promise<void> {
  const times = `${database}.times`;
  const server = await watchedPortal(database, { ...settings, LOOP_TIME_FILE: times }, LOOP_TIME);
  try {
    const owner = organizationKey(database);
    const { shop_id } = await demoParties(server.url, database);
    const attacker = { key: demoKey(database), owner, shopId: shop_id };
    await warmUp(server, attacker);
    const calls = await callsOfAnother(server.url, database);
    const unloaded = await measureAlone(server.url, calls);
    const scene = { server, attacker, calls, unloaded, turns: new LoopTurns(times), findings };
    for (const [name, attack] of Object.entries(attacks)) await runAttack(scene, name, attack);
  } finally {
    expect(await server.stop('SIGTERM')).toBe(0);
  }
}

/** Makes calls of each kind, so that their code is compiled as in production. */
async function warmUp(server: WatchedPortal, { key, owner, shopId }: Attacker): Promise<void> {
  await callAtOnce(server, key, USUAL, LASTS / 20);
  await registryCaller(() => server.url, owner).ok('import_items', { shop_id: shopId, items: importedItems(WARM, 0) });
  const headers = {
    'x-api-key': key,
    'content-type': 'application/json',
    accept: 'text/event-stream, application/json',
  };
  const listTools = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} });
  const streamHeaders = { ...headers, 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' };
  const outcomes = new Outcomes();
  for (let turn = 0; turn < WARM; turn += 1) {
    await ask(server.url, undefined, { method: 'POST', path: '/mcp', headers, body: listTools }, outcomes);
    const stream = { method: 'POST', path: '/mcp', headers: streamHeaders, body: LISTEN };
    await ask(server.url, undefined, stream, outcomes);
    await ask(server.url, undefined, { path: '/api/commerce/items?query=lamp%20trail%20steel', headers }, outcomes);
  }
  expect([...outcomes.counts.keys()], 'calls before the attacks').toEqual(['200']);
}

/** Sends reads and writes over `width` connections without a pause. */
export async function callAtOnce(
  server: WatchedPortal,
  key: string,
  width: number,
  milliseconds: number,
): Promise<Outcomes> {
  const carts: Awaited<ReturnType<typeof cart>>[] = [];
  for (let n = 0; n < 20; n += 1) carts.push(await cart(shopperAt({ url: server.url, key }, `o${n}`), `o${n}`));
  let turn = 0;
  return flood(server.url, width, performance.now() + milliseconds, () => {
    turn += 1;
    const { id, buyer } = carts[turn % carts.length] ?? { id: '', buyer: '' };
    const headers = { 'x-api-key': key, 'x-buyer-id': buyer, 'content-type': 'application/json' };
    const path = `/api/commerce/checkouts/${id}`;
    return turn % 2 === 0 ? { method: 'POST', path: `${path}/buyer`, headers, body: BUYER } : { path, headers };
  });
}

async function cart(by: Shopper, buyer: string) {
  const { data } = await by.ok('get_cart', {});
  return { id: String(data.id), buyer };
}

/** Creates another organization. Returns read and write requests of its buyer. */
async function callsOfAnother(url: string, database: string): Promise<readonly Asked[]> {
  const owner = registryCaller(() => url, await newOrganization(database, 'Other'));
  const shop = await owner.ok('create_shop', { name: 'Other' });
  const deployment = await owner.ok('create_deployment', { shop_id: shop.id, name: 'Other' });
  const key = await newKey(database, '--deployment', deployment.id);
  const { id } = await cart(shopperAt({ url, key }, 'calm'), 'calm');
  const headers = { 'x-api-key': key, 'x-buyer-id': 'calm', 'content-type': 'application/json' };
  const path = `/api/commerce/checkouts/${id}`;
  return [
    { path: '/api/commerce/items', headers },
    { method: 'POST', path: `${path}/buyer`, headers, body: BUYER },
    { path, headers },
  ];
}

/** Measures the p99 of another organization's calls without load, in milliseconds. */
async function measureAlone(url: string, requests: readonly Asked[]): Promise<number> {
  const stop = probe({ url, from: OTHER_ADDRESS, every: 10, requests });
  await new Promise((resolve) => setTimeout(resolve, LASTS / 3));
  return quantile((await stop()).waits, 0.99);
}

interface Scene {
  readonly server: WatchedPortal;
  readonly attacker: Attacker;
  /** Calls of another organization, and their p99 without load in milliseconds. */
  readonly calls: readonly Asked[];
  readonly unloaded: number;
  readonly turns: LoopTurns;
  readonly findings: Findings;
}

/**
 * Runs an attack, and concurrently two monitors and the calls of another organization. Checks that the portal recovers
 * within a second.
 */
async function runAttack(scene: Scene, name: string, attack: Attack): Promise<void> {
  const { server, attacker, calls, turns, findings } = scene;
  const { url, pid } = server;
  const before = memoryOf(pid);
  forgetPeak(pid);
  const began = Date.now();
  const [health, readiness] = ['/healthz', '/readyz'].map((path) =>
    probe({ url, from: MONITOR_ADDRESS, every: 50, requests: [{ path }] }),
  );
  const others = probe({ url, from: OTHER_ADDRESS, every: 10, requests: calls });
  const outcomes = await attack(server, attacker, findings);
  const ended = performance.now();
  addServed(scene, name, await others());
  addProbe(findings, `${name}: /healthz`, await health?.(), ['200']);
  addProbe(findings, `${name}: /readyz`, await readiness?.(), ['200', '503']);
  const recovered = await recovery(server, attacker.key, ended);
  await turns.addLongest(findings, name, began);
  findings.add(`${name}: calls of the attacker by status`, countsText(outcomes.counts), outcomes.others.length === 0);
  findings.add(`${name}: refusals without Retry-After`, outcomes.withoutRetry, outcomes.withoutRetry === 0);
  findings.add(`${name}: normal again after, ms`, Math.round(recovered), recovered < SOON);
  const more = peakOf(pid) - before;
  findings.add(`${name}: memory at its most, MiB more`, Math.round(more / 2 ** 20), more < MOST_MORE);
}

function addServed({ findings, unloaded }: Scene, name: string, { statuses, waits }: Probed): void {
  const refused = Object.keys(statuses).some((status) => !SUCCESS.has(status));
  const p99 = quantile(waits, 0.99);
  const tenths = (value: number) => Math.round(value * 10) / 10;
  findings.add(`${name}: calls of another organization by status`, countsText(Object.entries(statuses)), !refused);
  findings.add(`${name}: their p99 without load, ms`, tenths(unloaded));
  findings.add(`${name}: their p99, ms`, tenths(p99));
  findings.add(`${name}: slowdown, times`, tenths(p99 / unloaded), p99 / unloaded <= MOST_SLOWER);
}

function addProbe(findings: Findings, name: string, probed: Probed | undefined, expected: readonly string[]): void {
  const { statuses, longest } = probed ?? { statuses: {}, longest: UNLIMITED };
  const isExpected = Object.keys(statuses).every((status) => expected.includes(status));
  findings.add(`${name} by status`, countsText(Object.entries(statuses)), isExpected);
  findings.add(`${name}: longest wait, ms`, Math.round(longest), longest < MOST_PROBE_WAIT);
}

/** Reads gauges from an address that makes no load. */
export async function monitorMetrics(url: string, names: readonly string[]): Promise<readonly number[]> {
  const agent = new Agent({ localAddress: MONITOR_ADDRESS });
  const said = await new Promise<string>((resolve, reject) => {
    request(`${url}/metrics`, { agent }, (response) => text(response).then(resolve, reject))
      .on('error', reject)
      .end();
  });
  const lines = said.split('\n');
  return names.map((name) => Number(lines.find((line) => line.startsWith(`${name} `))?.split(' ')[1]));
}

/** Formats counts as "200: 12, 429: 3". */
export function countsText(counts: Iterable<readonly [string, number]>): string {
  const texts = [...counts].map(([status, count]) => `${status}: ${count}`);
  return texts.length === 0 ? 'none' : texts.join(', ');
}

/** Returns the milliseconds from the end of an attack until a call succeeds. */
async function recovery({ url }: WatchedPortal, key: string, ended: number): Promise<number> {
  const outcomes = new Outcomes();
  const asked = { path: '/api/commerce/items', headers: { 'x-api-key': key } };
  while (outcomes.of('200') === 0 && performance.now() - ended < 60 * SECOND)
    await ask(url, undefined, asked, outcomes);
  return performance.now() - ended;
}
