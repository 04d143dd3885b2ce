import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { expect } from 'vitest';
import { generateKey } from '../../src/calls/api-key.js';
import { systemIds } from '../../src/system.js';
import { registryCaller } from '../actors/registry-caller.js';
import { Receiver } from '../delivery/receiver.js';
import { run } from '../support/program.js';
import { volume } from '../support/volume.js';
import { CARD } from '../ucp/platform.js';
import { pairOf } from '../ucp/signing.js';
import type { Fault } from './fault.js';
import { demoParties, newKey } from './organizations.js';
import { Platform } from './platform.js';
import { ADA, HOME, searched } from './secrets.js';
import { watchedPortal } from './watched-portal.js';

const ROUNDS = volume(3, 100);
/** Settings that enable full logging and tracing. */
const LOUD = { PORTAL_LOG_LEVEL: 'debug', OTEL_TRACES_SAMPLER: 'always_on', PORTAL_LOCAL_ADDRESSES: '1' };
const BUYER = { email: ADA.email, phone_number: ADA.phone_number };
const BOOK = [{ item: { id: 'preserving-ebook' }, quantity: 1 }];

export const fault: Fault = {
  title:
    'Platforms over UCP and receivers of events: no key, signature, secret, token or address in a line, a metric or a trace',
  async run(folder) {
    const database = join(folder, 'portal.db');
    searched.keep();
    const server = await watchedPortal(database, LOUD);
    const [platform, receiver] = [new Platform(), new Receiver()];
    const secrets: string[] = [];
    let orders = 0;
    try {
      await receiver.open();
      const { deployment_id } = await demoParties(server.url, database);
      await platform.open(server.url, database, deployment_id);
      secrets.push(...(await hooked(server.url, await ownerKey(database), receiver)));
      for (let round = 0; round < ROUNDS; round += 1) orders += await buys(platform, secrets);
      while (created(receiver).size < 2 * orders) await receiver.next();
    } finally {
      expect(await server.stop('SIGTERM')).toBe(0);
      platform.close();
      await receiver.close();
    }
    for (const { headers } of receiver.sent) secrets.push(...signaturesOf(String(headers['webhook-signature'])));
    return figuresOf([...secrets, ...platform.secrets], orders, receiver.sent.length);
  },
};

/** Distinct `order.created` events and their receivers, so that resends count once. */
function created({ sent }: Receiver): ReadonlySet<string> {
  return new Set(sent.filter(({ type }) => type === 'order.created').map(({ id, path }) => `${id} ${path}`));
}

async function ownerKey(database: string): Promise<string> {
  const { stdout } = await run(['orgs', 'list', '--json'], { PORTAL_DB: database });
  return newKey(database, '--organization', JSON.parse(stdout).id);
}

/** Registers a working and a failing receiver, both at secret paths. Returns the secrets. */
async function hooked(url: string, key: string, receiver: Receiver): Promise<readonly string[]> {
  const owner = registryCaller(() => url, key);
  const secrets = [key];
  for (const status of [200, 500]) {
    const path = `/${randomUUID()}`;
    receiver.answers(path, status);
    const made = await owner.ok('create_webhook', { url: `${receiver.url}${path}` });
    const rotated = await owner.ok('rotate_webhook_secret', { webhook_id: made.id });
    secrets.push(path, made.secret, rotated.secret);
  }
  return secrets;
}

/**
 * Makes one purchase with signed requests, and sends requests that are rejected. Returns the number of orders placed.
 */
async function buys(platform: Platform, secrets: string[]): Promise<number> {
  const created = await platform.signed('POST', '/checkout-sessions', { line_items: BOOK, buyer: BUYER });
  expect(created.status, created.text).toBe(201);
  const path = `/checkout-sessions/${created.json.id}`;
  secrets.push(String(created.json.continue_url).split('/').at(-1) ?? '');
  const strangers = await platform.signed('PUT', path, { line_items: BOOK, buyer: BUYER }, pairOf('key-1'));
  expect(strangers.json.code).toBe('signature_invalid');
  const wrong = generateKey(systemIds, 'deployment');
  secrets.push(wrong);
  for (const isBearer of [true, false]) {
    const made = await platform.tool('create_checkout', { checkout: { line_items: BOOK, buyer: BUYER } }, isBearer);
    expect(made.json.result.structuredContent.id).toMatch(/^chk_/);
    expect((await platform.tool('get_checkout', { id: 'chk_1' }, isBearer, wrong)).text).toContain('unauthorized');
  }
  const paid = await platform.signed('POST', `${path}/complete`, { payment: { instruments: [CARD] } });
  expect(paid.json.status, paid.text).toBe('completed');
  secrets.push(String(paid.json.order.permalink_url).split('/').at(-1) ?? '');
  return 1;
}

/** Returns the signatures of a header, which separates them by spaces, without their version prefixes. */
function signaturesOf(header: string): readonly string[] {
  return header.split(' ').map((one) => one.slice(one.indexOf(',') + 1));
}

function figuresOf(secrets: readonly string[], orders: number, events: number) {
  expect(secrets.filter((one) => one.length < 20)).toEqual([]);
  for (const used of ['"portal.transport"', '"ucp"', 'fetch profile', 'portal_delivery_attempts_total'])
    expect(searched.having(used).length, used).toBeGreaterThan(0);
  for (const secret of [...secrets, HOME.street_address, ADA.email, ADA.phone_number, CARD.credential.token])
    expect(searched.having(secret)).toEqual([]);
  return { orders, 'events sent': events, 'keys, signatures, secrets and tokens looked for': secrets.length };
}
