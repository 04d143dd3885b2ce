import { join } from 'node:path';
import { volume } from '../support/volume.js';
import type { Fault } from './fault.js';
import { Findings } from './findings.js';
import { hold, Outcomes } from './overload-load.js';
import { type Attack, attackPortal, callAtOnce, LASTS } from './under-attack.js';

/** Number of connections that call without a pause: ten times the portal's limit of requests in flight. */
const WIDTH = volume(100, 400);
const CONNECTIONS = volume(1_000, 10_000);
const MOST_CONNECTIONS = volume(600, 2_000);
/** Number of requests that a connection may pipeline (PORTAL_MAX_UNANSWERED). */
const PIPELINED = 8;

const SETTINGS = {
  PORTAL_MAX_REQUESTS: String(WIDTH / 10),
  PORTAL_MAX_CONNECTIONS: String(MOST_CONNECTIONS),
  PORTAL_REQUEST_SECONDS: '5',
};

/** Sends reads and writes, with more in flight than the portal accepts. */
const tenTimes: Attack = (server, { key }) => callAtOnce(server, key, WIDTH, LASTS);

/** Opens as many connections as an address may have, which send requests and read no response. */
const unread: Attack = async ({ url }, { key }) => {
  const text = `GET /openapi.json HTTP/1.1\r\nhost: x\r\nx-api-key: ${key}\r\n\r\n`.repeat(PIPELINED);
  return held(url, MOST_CONNECTIONS / 4, text);
};

/** Announces bodies that never arrive. */
const slowBodies: Attack = async ({ url }, { key }) => {
  const head = `POST /api/commerce/checkouts/current/line-items HTTP/1.1\r\nhost: x\r\nx-api-key: ${key}\r\n`;
  return held(url, MOST_CONNECTIONS / 2, `${head}content-type: application/json\r\ncontent-length: 200000\r\n\r\n{`);
};

/** Opens idle connections, far beyond the limit. */
const connections: Attack = ({ url }) => held(url, CONNECTIONS, '');

async function held(url: string, count: number, text: string): Promise<Outcomes> {
  const release = await hold(url, count, text);
  await new Promise((resolve) => setTimeout(resolve, LASTS));
  release();
  return new Outcomes();
}

export const fault: Fault = {
  title:
    'Floods of calls, connections and bodies by one client: it is rejected with Retry-After, everyone else is served, and the portal stays healthy and recovers',
  async run(folder) {
    const findings = new Findings();
    const attacks = { tenTimes, unread, slowBodies, connections };
    await attackPortal(join(folder, 'portal.db'), SETTINGS, attacks, findings);
    return findings.all();
  },
};
