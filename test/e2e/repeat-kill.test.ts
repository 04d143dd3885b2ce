import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { historyOf, type RegistryCaller, registryCaller, versionOf } from '../actors/registry-caller.js';
import { totalOf } from '../actors/shopper.js';
import { programPath } from '../programs/program-path.js';
import { listenLocally } from '../support/listen-locally.js';
import { run as runPortal } from '../support/program.js';
import { diskFolder } from '../support/temporary-folder.js';
import { checkFile, SOUND } from './database-file.js';

const PROGRAM = programPath('faulty-portal');
const ITEM = 'desk-calendar';
const KEY = { 'idempotency-key': 'the only one' };

const greeting = z.object({ url: z.string(), deployment_id: z.string() });
const madeKey = z.object({ key: z.string() });

/**
 * Receives a notification at each point that a portal reaches, authorizes every payment, and kills the portal before it
 * responds to the armed call.
 */
class Watch {
  /** Last path segment of the armed call, before whose response the portal is killed; `undefined` if none is armed. */
  armed: string | undefined;
  private readonly server = createServer((request, response) => {
    const point = decodeURIComponent((request.url ?? '').split('/').at(-1) ?? '');
    if (this.armed !== undefined && point === `answer:${this.armed}`) {
      this.armed = undefined;
      process.kill(Number(request.headers['x-pid']), 'SIGKILL');
    }
    response.end(JSON.stringify({ state: 'authorized', payment_status: 'paid' }));
  });

  listen(): Promise<string> {
    return listenLocally(this.server);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

let folder: string;
let database: string;
let watch: Watch;
let watching: string;
let child: ChildProcess | undefined;
let url: string;

async function start(): Promise<string> {
  child = fork(PROGRAM, [database, watching, '0']);
  const [message] = await once(child, 'message');
  const greeted = greeting.parse(message);
  url = greeted.url;
  return greeted.deployment_id;
}

async function kill(): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const died = once(child, 'exit');
  child.kill('SIGKILL');
  await died;
}

let by: RegistryCaller;
beforeEach(async () => {
  folder = diskFolder();
  database = join(folder, 'portal.db');
  watch = new Watch();
  watching = await watch.listen();
  const deployment = await start();
  const made = await runPortal(
    ['keys', 'create', '--deployment', deployment, '--scopes', 'commerce,fulfillment', '--json'],
    { PORTAL_DB: database },
  );
  const { key } = madeKey.parse(JSON.parse(made.stdout));
  by = registryCaller(() => url, key, 'ada');
});
afterEach(async () => {
  await kill();
  await watch.close();
  rmSync(folder, { recursive: true });
});

async function order(): Promise<string> {
  const { id: checkout_id } = await by.ok('get_cart', {});
  await by.ok('add_line_items', { checkout_id, line_items: [{ item: { id: ITEM }, quantity: 1 }] });
  await by.ok('set_buyer', { checkout_id, buyer: { email: 'ada@example.com' } });
  await by.ok('select_fulfillment', { checkout_id, selected_option_id: 'pickup-portland' });
  const expected_total = totalOf(await by.ok('get_checkout', { checkout_id }));
  const payment = { instruments: [{ id: 'i', handler_id: 'invoice' }] };
  return (await by.ok('complete_checkout', { checkout_id, expected_total, payment })).order.id;
}

it.each([
  {
    call: 'hold_order',
    path: 'hold',
    args: { reason: 'wrong size' },
    tells: ['order.held'],
    left: { status: 'on_hold' },
  },
  {
    call: 'adjust_order',
    path: 'adjustments',
    args: { type: 'refund', amount: 500 },
    tells: ['order.refund_recorded', 'order.refund_completed'],
    left: { payment_status: 'partially_refunded', adjustments: [{ amount: 500, status: 'completed' }] },
  },
])('replays the first response if a portal was killed after it wrote a $call and before it answered', async (row) => {
  const order_id = await order();
  if (!child) throw new Error('no portal');
  const died = once(child, 'exit');
  watch.armed = row.path;
  await expect(by.send(row.call, { order_id, ...row.args }, KEY)).rejects.toThrow('no answer');
  await died;
  await start();
  const written = await by.send('get_order', { order_id });
  expect(written.json.data).toMatchObject(row.left);
  const repeat = await by.send(row.call, { order_id, ...row.args }, KEY);
  expect([repeat.status, repeat.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
  expect(repeat.json.data).toMatchObject(row.left);
  expect(versionOf(repeat)).toBe(versionOf(written));
  const oneMore = await by.send(row.call, { order_id, ...row.args }, KEY);
  expect([oneMore.status, oneMore.text]).toEqual([200, repeat.text]);
  expect(versionOf(await by.send('get_order', { order_id }))).toBe(versionOf(written));
  expect((await historyOf(by, order_id)).map(({ action }) => action)).toEqual(['order.placed', ...row.tells]);
  const other = await by.send(row.call, { order_id, ...row.args, reason: 'another' }, KEY);
  expect([other.status, other.json.error]).toEqual([409, 'idempotency_conflict']);
  expect(checkFile(database)).toEqual(SOUND);
});
