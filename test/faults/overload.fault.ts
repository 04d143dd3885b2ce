import { join } from 'node:path';
import { expect } from 'vitest';
import { shopperAt } from '../actors/shopper.js';
import { demoKey } from '../e2e/database-file.js';
import { volume } from '../support/volume.js';
import { type Fault, UNLIMITED } from './fault.js';
import { ask, flood, hold, Outcomes, watchHealth } from './overload-load.js';
import { ADA } from './secrets.js';
import { forgetPeak, memoryOf, peakOf, type WatchedPortal, watchedPortal } from './watched-portal.js';

/** Milliseconds of each attack. */
const LASTS = volume(1_000, 60_000);
/** Connections that call without a pause, ten times as many as the portal accepts here. */
const WIDTH = volume(100, 400);
const CAPACITY = WIDTH / 10;
const CONNECTIONS = volume(600, 10_000);
const MOST_CONNECTIONS = volume(200, 2_000);
/** Memory that the portal may use above that before the attack. Bytes. */
const MOST_MORE = volume(UNLIMITED, 300 * 2 ** 20);
const SECOND = 1_000;
/** The longest health check, and the longest recovery. Milliseconds. */
const SOON = volume(UNLIMITED, SECOND);

const SETTINGS = {
  PORTAL_MAX_REQUESTS: String(CAPACITY),
  PORTAL_MAX_CONNECTIONS: String(MOST_CONNECTIONS),
  PORTAL_REQUEST_SECONDS: '5',
};

type Attack = (server: WatchedPortal, key: string) => Promise<Outcomes>;

const BUYER = JSON.stringify({ buyer: ADA });

/** As many as the portal takes, so that its code is compiled, as that of a portal in service is. */
const warmUp: Attack = (server, key) => callOn(server, key, CAPACITY, LASTS / 20);

/** Reads and writes, more of them in flight than the portal accepts. */
const tenTimes: Attack = (server, key) => callOn(server, key, WIDTH, LASTS);

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
const unread: Attack = async ({ url }, key) => {
  const text = `GET /openapi.json HTTP/1.1\r\nhost: x\r\nx-api-key: ${key}\r\n\r\n`.repeat(64);
  return held(url, Math.min(100, MOST_CONNECTIONS / 2), text);
};

/** Bodies that are announced and do not come. */
const slowBodies: Attack = async ({ url }, key) => {
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

const ATTACKS = { tenTimes, unread, slowBodies, connections };

export const fault: Fault = {
  title:
    'Ten times what the portal takes, unread answers, slow bodies and thousands of connections: it refuses with Retry-After, stays healthy, and recovers',
  async run(folder) {
    const database = join(folder, 'portal.db');
    const server = await watchedPortal(database, SETTINGS);
    try {
      const key = demoKey(database);
      const figures: Record<string, number | string> = {};
      await warmUp(server, key);
      for (const [name, attack] of Object.entries(ATTACKS)) {
        Object.assign(figures, await underAttack(server, key, { name, attack }));
      }
      return figures;
    } finally {
      expect(await server.stop('SIGTERM')).toBe(0);
    }
  },
};

interface Named {
  readonly name: string;
  readonly attack: Attack;
}

/** Runs an attack beside the probes of a monitor, and checks that the portal is itself again a second later. */
async function underAttack(server: WatchedPortal, key: string, { name, attack }: Named) {
  const before = memoryOf(server.pid);
  forgetPeak(server.pid);
  const stop = watchHealth(server.url);
  const outcomes = await attack(server, key);
  const ended = performance.now();
  const { longest, at, statuses } = await stop();
  expect(Object.keys(statuses), `health during ${name}`).toEqual(['200']);
  expect(longest, `longest wait for /healthz during ${name}, after ${at} ms`).toBeLessThan(SOON);
  expect(outcomes.others, `answers during ${name}`).toEqual([]);
  expect(outcomes.withoutRetry, `refusals without Retry-After during ${name}`).toBe(0);
  const recovered = await recovery(server, key, ended);
  expect(recovered, `recovery after ${name}`).toBeLessThan(SOON);
  const more = peakOf(server.pid) - before;
  expect(more, `bytes more during ${name}`).toBeLessThan(MOST_MORE);
  const refused = outcomes.of('429') + outcomes.of('503');
  return {
    ...(outcomes.all > 0 && { [`${name}: answered, refused`]: `${outcomes.all - refused}, ${refused}` }),
    [`${name}: longest health check, ms`]: Math.round(longest),
    [`${name}: normal again after, ms`]: Math.round(recovered),
    [`${name}: memory at its most, MiB more`]: Math.round(more / 2 ** 20),
  };
}

/** Milliseconds from the end of an attack until a call is done. */
async function recovery({ url }: WatchedPortal, key: string, ended: number): Promise<number> {
  const outcomes = new Outcomes();
  const asked = { path: '/api/commerce/items', headers: { 'x-api-key': key } };
  while (outcomes.of('200') === 0 && performance.now() - ended < 60 * SECOND)
    await ask(url, undefined, asked, outcomes);
  return performance.now() - ended;
}
