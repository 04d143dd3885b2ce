import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { volume } from '../support/volume.js';
import type { Fault } from './fault.js';
import { Findings } from './findings.js';
import { importedItems } from './imported-items.js';
import { ask, flood, hold, Outcomes } from './overload-load.js';
import { type Attack, type Attacker, attackPortal, countsText, LASTS, LISTEN, monitorMetrics } from './under-attack.js';

const IDLE = volume(230, 2_300);
const SLOW = volume(30, 300);
const STREAMS = volume(150, 1_500);
const IMPORTERS = 2;
const IMPORTED = volume(500, 10_000);
const SEARCHES = 16;

/** Runs all attacks concurrently, from one organization and one address. */
const combined: Attack = async ({ url }, attacker, findings) => {
  const { key } = attacker;
  const until = performance.now() + LASTS;
  const imports = Array.from({ length: IMPORTERS }, (_, turn) => importUntil(url, attacker, until, turn));
  const search = { path: '/api/commerce/items?query=lamp%20trail%20steel&limit=50', headers: { 'x-api-key': key } };
  const searches = flood(url, SEARCHES, until, () => search);
  const holds = await Promise.all([
    hold(url, IDLE, ''),
    hold(url, SLOW, postBy(key)),
    hold(url, STREAMS, listenBy(key)),
  ]);
  await sleep(Math.max(0, (until - performance.now()) / 2));
  const open = await monitorMetrics(url, ['portal_connections', 'portal_streams']);
  findings.add('combined: connections opened, and streams among them', `${IDLE + SLOW + STREAMS}, ${STREAMS}`);
  // The portal immediately ends a stream that has nothing to notify about.
  findings.add('combined: connections and streams of all clients that the portal keeps open', open.join(', '));
  await sleep(Math.max(0, until - performance.now()));
  for (const release of holds) release();
  const imported = await Promise.all(imports);
  findings.add('combined: imports by status', imported.map(({ counts }) => countsText(counts)).join('; '));
  return searches;
};

/** Unfinished head of a request. */
function postBy(key: string): string {
  return `POST /mcp HTTP/1.1\r\nhost: localhost\r\nx-api-key: ${key}\r\ncontent-type: application/json\r\n`;
}

/** Request for a notification stream. */
function listenBy(key: string): string {
  const headers = 'accept: text/event-stream, application/json\r\nmcp-protocol-version: 2026-07-28\r\n';
  const listen = `mcp-method: subscriptions/listen\r\ncontent-length: ${LISTEN.length}\r\n\r\n${LISTEN}`;
  return `${postBy(key)}${headers}${listen}`;
}

/** Imports all items repeatedly, with new prices each time. */
async function importUntil(
  url: string,
  { owner, shopId }: Attacker,
  until: number,
  importer: number,
): Promise<Outcomes> {
  const headers = { 'x-api-key': owner, 'content-type': 'application/json' };
  const path = `/api/shops/${shopId}/items/import`;
  const outcomes = new Outcomes();
  for (let turn = 0; performance.now() < until; turn += 1) {
    const body = JSON.stringify({ items: importedItems(IMPORTED, turn, `lamp-${importer}`) });
    await ask(url, undefined, { method: 'POST', path, headers, body }, outcomes);
  }
  return outcomes;
}

export const fault: Fault = {
  title:
    'Idle and slow connections, streams, imports and searches by one client at once: no call of another organization is refused, it takes at most five times as long, and probes answer',
  async run(folder) {
    const findings = new Findings();
    await attackPortal(join(folder, 'portal.db'), {}, { combined }, findings);
    return findings.all();
  },
};
