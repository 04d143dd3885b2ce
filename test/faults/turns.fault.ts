import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { DEMO_IDS } from '../../src/cli/demo-ids.js';
import { readConfig } from '../../src/config.js';
import { complete, ready } from '../actors/purchase.js';
import { shopperAt } from '../actors/shopper.js';
import { demoKey } from '../e2e/database-file.js';
import { type Answered, request } from '../support/portal.js';
import { postgresBinaries } from '../support/postgres-binaries.js';
import { PostgresProgram } from '../support/postgres-program.js';
import { run } from '../support/program.js';
import { volume } from '../support/volume.js';
import type { Fault } from './fault.js';
import { Findings } from './findings.js';
import { importedItems } from './imported-items.js';
import { type Counts, fillDatabase, MANY } from './large-rows.js';
import { LOOP_TIME, LoopTurns } from './loop-turns.js';
import { demoParties, newKey } from './organizations.js';
import { ADA } from './secrets.js';
import { watchedPortal } from './watched-portal.js';

const COUNTS: Counts = {
  orders: volume(500, 20_000),
  ofOne: volume(100, 2_000),
  carts: volume(500, 20_000),
  expired: volume(100, 2_000),
  answers: volume(500, 20_000),
  receipts: volume(500, 10_000),
  organizations: volume(100, 10_000),
};
const IMPORTED = volume(500, 10_000);
const PICTURE_BYTES = 4 * 2 ** 20;
/** Milliseconds within which a portal sweeps at least once. */
const SWEEP_MS = volume(0, 65_000);
const DAY = 86_400_000;

type Env = Readonly<Record<string, string>>;

export const fault: Fault = {
  title:
    'Imports, exports, erasures, audits, summaries, sweeps and metrics on a large database block the event loop for at most 25 ms',
  async run(folder) {
    const findings = new Findings();
    const file = join(folder, 'portal.db');
    await measureEngine('SQLite', { PORTAL_DB: file }, folder, findings);
    await measureServer(folder, findings);
    return findings.all();
  },
};

async function measureServer(folder: string, findings: Findings): Promise<void> {
  // PostgreSQL may run as another user, which needs access to its data below this folder.
  chmodSync(folder, 0o755);
  const place = { binaries: postgresBinaries(), folder: join(folder, 'server'), settings: [] };
  const server = await PostgresProgram.created(place);
  await server.start();
  try {
    const env = { PORTAL_DB: server.url, XDG_DATA_HOME: folder, PORTAL_LOG_KEY: `${folder}/log-key` };
    expect(await run(['init', '--demo'], env)).toMatchObject({ code: 0, stderr: '' });
    await measureEngine('PostgreSQL', env, folder, findings);
  } finally {
    await server.stop('SIGQUIT');
  }
}

async function measureEngine(engine: string, env: Env, folder: string, findings: Findings): Promise<void> {
  const times = join(folder, `${engine}.times`);
  const config = readConfig(env, {});
  const server = await watchedPortal(config.database, { ...env, LOOP_TIME_FILE: times }, LOOP_TIME);
  const turns = new LoopTurns(times);
  try {
    const by = shopperAt({ url: server.url, key: demoKey(config.files) }, 'buyer');
    const wish = { lines: ['preserving-ebook'], email: ADA.email, option: 'digital' };
    const { json } = await complete(await ready(by, wish));
    await fillDatabase(config, json.data.order.id, COUNTS);
    const { shop_id } = await demoParties(server.url, config.files);
    const key = await newKey(config.database, '--organization', DEMO_IDS.organization_id, env);
    for (const [name, work] of Object.entries(worksOf(server.url, key, shop_id))) {
      const began = Date.now();
      const answered = await work();
      if (answered) expect(answered.status, `${name}: ${answered.text.slice(0, 500)}`).toBe(200);
      await turns.addLongest(findings, `${engine}, ${name}`, began);
    }
  } finally {
    expect(await server.stop('SIGTERM')).toBe(0);
  }
}

/** Returns the calls that may block the event loop, and the wait for a sweep, in the sequence of measurement. */
function worksOf(
  url: string,
  key: string,
  shop: string,
): Readonly<Record<string, () => Promise<Answered | undefined>>> {
  const ask = (method: string, path: string, body?: object, headers = {}) =>
    request(url, key, method, path, { ...(body && { body }), headers });
  const day = (ago: number) => new Date(Date.now() - ago * DAY).toISOString().slice(0, 10);
  const [items, orders] = [`/api/shops/${shop}/items`, `/api/shops/${shop}/orders?limit=100`];
  const picture = Buffer.alloc(PICTURE_BYTES, 'x');
  picture.write('\x89PNG\r\n\x1a\n', 'latin1');
  return {
    'first import': () => ask('POST', `${items}/import`, { items: importedItems(IMPORTED, 0) }),
    'second import': () => ask('POST', `${items}/import`, { items: importedItems(IMPORTED, 1) }),
    metrics: () => ask('GET', '/metrics'),
    'list of items': () => ask('GET', `${items}?limit=100`),
    'list of orders': () => ask('GET', orders),
    'list of orders, searched': () => ask('GET', `${orders}&query=Robin%20zzz`),
    'list of orders, filtered': () => ask('GET', `${orders}&status=processing&payment_status=refunded`),
    'summary of a year': () => ask('GET', `/api/shops/${shop}/summary?from=${day(365)}&to=${day(0)}`),
    'audit trail': () => ask('GET', '/api/audit?limit=100'),
    'audit trail, filtered': () => ask('GET', '/api/audit?limit=100&actor=nobody&subject_type=item'),
    'consistency proof': () => ask('GET', `/api/receipts/log/consistency?from=1&to=${COUNTS.receipts}`),
    picture: () => ask('PUT', `/api/shops/${shop}/media/large.png`, { data: picture.toString('base64') }),
    'export of a person': () => ask('POST', '/api/privacy/export', { email: MANY }),
    'export of nobody': () => ask('POST', '/api/privacy/export', { email: 'nobody@example.com' }),
    'erasure of nobody': () => ask('POST', '/api/privacy/erase', { email: 'nobody@example.com' }),
    'erasure of a person': () => ask('POST', '/api/privacy/erase', { email: MANY }),
    sweep: () => sleep(SWEEP_MS, undefined),
  };
}
