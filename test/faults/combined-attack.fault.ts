import { join } from 'node:path';
import { volume } from '../support/volume.js';
import type { Fault } from './fault.js';
import { Findings } from './findings.js';
import { importedItems } from './imported-items.js';
import { ask, flood, hold, Outcomes } from './overload-load.js';
import { type Attack, type Attacker, attackPortal, countsText, LASTS, monitorMetrics } from './under-attack.js';

const IDLE = volume(230, 2_300);
const SLOW = volume(30, 300);
const STREAMS = volume(150, 1_500);
const IMPORTERS = 2;
const IMPORTED = volume(500, 10_000);
const SEARCHES = 16;

const LISTEN = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'subscriptions/listen',
  params: {
    notifications: { toolsListChanged: true },
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'load', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  },
});

/** All at once, by one organization at one address. */
const combined: Attack = async ({ url }, attacker, findings) => {
  const { key } = attacker;
  const until = performance.now() + LASTS;
  const imports = Array.from({ length: IMPORTERS }, (_, turn) => importUntil(url, attacker, until, turn));
  const search = { path: '/api/commerce/items?query=lamp%20trail%20steel&limit=50', headers: { 'x-api-key': key } };
  const searches = flood(url, SEARCHES, until, () => search);
  const post = `POST /mcp HTTP/1.1\r\nhost: localhost\r\nx-api-key: ${key}\r\ncontent-type: application/json\r\n`;
  const headers = `${post}accept: text/event-stream, application/json\r\nmcp-protocol-version: 2026-07-28\r\n`;
  const stream = `${headers}mcp-method: subscriptions/listen\r\ncontent-length: ${LISTEN.length}\r\n\r\n${LISTEN}`;
  const holds = await Promise.all([hold(url, IDLE, ''), hold(url, SLOW, post), hold(url, STREAMS, stream)]);
  const open = await monitorMetrics(url, ['portal_connections', 'portal_streams']);
  findings.add(`connections and streams opened`, `${IDLE + SLOW + STREAMS}, ${STREAMS}`);
  findings.add('connections and streams that stay open', open.join(', '));
  await new Promise((resolve) => setTimeout(resolve, until - performance.now()));
  for (const release of holds) release();
  const imported = await Promise.all(imports);
  findings.add('imports by status', imported.map(({ counts }) => countsText(counts)).join('; '));
  return searches;
};

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
