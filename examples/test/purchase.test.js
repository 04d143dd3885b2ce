import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';

/** Runs each example with the scripted model, against one portal with the demo shop. */

const EXAMPLES = join(dirname(fileURLToPath(import.meta.url)), '..');
const PORTAL = join(EXAMPLES, '..', 'bin', 'portal.js');
const STEPS = [
  'called  search_catalog',
  'called  get_cart',
  'called  add_line_items',
  'called  set_buyer',
  'called  list_fulfillment_methods',
  'called  select_fulfillment',
];

/** @type {string} */
let folder;
/** @type {import('node:child_process').ChildProcess} */
let server;
/** @type {{ url: string, key: string }} */
let portal;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portal-examples-'));
  const env = {
    PATH: process.env.PATH,
    PORTAL_DB: join(folder, 'portal.db'),
    PORTAL_PORT: '0',
    PORTAL_LOG_LEVEL: 'error',
  };
  server = spawn(process.execPath, [PORTAL, 'serve', '--demo'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const url = await urlOf(server);
  portal = { url, key: JSON.parse(readFileSync(join(folder, 'portal.db.demo-keys.json'), 'utf8')).deployment_key };
});

after(() => {
  server?.kill();
  if (folder) rmSync(folder, { recursive: true });
});

/**
 * Reads the portal's URL from its stdout.
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<string>}
 */
async function urlOf({ stdout }) {
  let text = '';
  for await (const chunk of stdout?.iterator({ destroyOnReturn: false }) ?? []) {
    text += chunk;
    const [, url] = /HTTP API\s+(http:\/\/\S+)\/api/.exec(text) ?? [];
    if (url === undefined) continue;
    stdout?.resume();
    return url;
  }
  throw new Error(`the portal did not start: ${text}`);
}

/**
 * Runs an example for its own buyer, and returns the lines that it prints.
 * @param {string} example
 * @param {{ readonly BUYER_ID: string, readonly BUDGET?: string }} settings
 */
async function lines(example, settings) {
  const env = { PATH: process.env.PATH, PORTAL_URL: portal.url, PORTAL_API_KEY: portal.key, ...settings };
  const child = spawn(process.execPath, [join(EXAMPLES, example)], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => child.once('close', resolve));
  let text = '';
  for await (const chunk of child.stdout) text += chunk;
  assert.equal(await ended, 0);
  return text.trimEnd().split('\n');
}

/**
 * Counts the orders of a buyer.
 * @param {string} buyer
 * @returns {Promise<number>}
 */
async function orders(buyer) {
  const headers = { 'x-api-key': portal.key, 'x-buyer-id': buyer };
  const response = await fetch(new URL('/api/commerce/orders', portal.url), { headers });
  return Object(await response.json()).data.length;
}

for (const example of ['anthropic.js', 'openai.js', 'ai-sdk.js']) {
  describe(example, () => {
    test('places an order', async () => {
      const BUYER_ID = `ready-${example}`;
      const said = await lines(example, { BUYER_ID });
      assert.deepEqual(said.slice(0, -1), [...STEPS, 'called  complete_checkout']);
      assert.match(said.at(-1) ?? '', /^The order is placed: http:\/\/127\.0\.0\.1:\d+\/order/);
      assert.equal(await orders(BUYER_ID), 1);
    });

    test('pays no more than the buyer has consented to', async () => {
      const BUYER_ID = `thrifty-${example}`;
      const said = await lines(example, { BUYER_ID, BUDGET: '100' });
      assert.deepEqual(said, [...STEPS, 'refused complete_checkout', 'The order is not placed.']);
      assert.equal(await orders(BUYER_ID), 0);
    });
  });
}
