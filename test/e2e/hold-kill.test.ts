import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { generateKeyPair } from '../../src/receipts.js';
import { Consumer, type CountersignedReceipt } from '../actors/consumer.js';
import { registryCaller } from '../actors/registry-caller.js';
import { programPath } from '../programs/program-path.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { postgresOf, releasePostgresOf } from '../support/postgres-of-path.js';
import { run } from '../support/program.js';
import { stillClock } from '../support/still-clock.js';
import { diskFolder } from '../support/temporary-folder.js';
import { checkFile, SOUND } from './database-file.js';

/** Holds with a rule whose portal is killed at each step of an acceptance, a dispute, and a release by time. */

const PROGRAM = programPath('dying-portal');
const greeting = z.object({ url: z.string() });
const HOLD_S = 600;
const HOURS = 2 * 60 * 60 * 1000;

let folder: string;
let database: string;
let child: ChildProcess | undefined;
let portal: TestPortal | undefined;
/** Settings of every process that uses the database. */
let env: TestPortal['commandEnv'];
beforeEach(() => {
  folder = diskFolder();
  database = join(folder, 'portal.db');
});
afterEach(async () => {
  if (child && child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
  await portal?.close();
  portal = undefined;
  await releasePostgresOf(database);
  rmSync(folder, { recursive: true });
});

interface Held {
  readonly consumer: Consumer;
  readonly order_id: string;
  readonly receipt: CountersignedReceipt;
}

function clockBehind(milliseconds: number) {
  const clock = stillClock();
  clock.advance(Date.now() - milliseconds - clock.now());
  return clock;
}

/** Holds a paid order with a rule. `ago`: milliseconds by which the portal's clock was behind. */
async function heldOrder(ago = 0): Promise<Held> {
  const clock = clockBehind(ago);
  portal = await startPortal({ database, clock });
  env = portal.commandEnv;
  const consumer = await Consumer.open(portal, generateKeyPair(), clock);
  const order_id = await consumer.buy();
  const receipt = await consumer.submitReceipt(order_id, 'success');
  expect((await consumer.hold(order_id, HOLD_S)).status).toBe(200);
  await portal.close();
  portal = undefined;
  return { consumer, order_id, receipt };
}

/** Starts a portal that kills itself when it reaches the point. */
function launch(point: string) {
  child = fork(PROGRAM, [env.PORTAL_DB ?? '', point], { env: { ...process.env, ...env } });
  return { greeted: once(child, 'message'), died: once(child, 'exit') };
}

const form = z.object({
  status: z.string(),
  countersigned: z.array(z.unknown()).default([]),
  payment_status: z.string(),
  adjustments: z.array(z.unknown()),
});

async function rowOf(order_id: string, at: TestPortal) {
  return form.parse(await at.app.store.read((rows) => rows.get('order', order_id)));
}

/** Number of times that the order was released, by its history. */
async function releases(order_id: string, at: TestPortal): Promise<number> {
  const { entries } = await at.app.store.list('audit_events', { type: 'order', id: order_id }, undefined, 100);
  return entries.filter(({ action }) => action === 'order.released').length;
}

/** Checks goods, money, log and file after the restart. */
async function assertSettled({ consumer, order_id }: Held, at: TestPortal, isReleased: boolean): Promise<void> {
  const row = await rowOf(order_id, at);
  expect(row).toMatchObject({ status: isReleased ? 'processing' : 'on_hold', payment_status: 'paid', adjustments: [] });
  expect(await releases(order_id, at)).toBe(isReleased ? 1 : 0);
  const owner = registryCaller(() => at.url, consumer.owner.key);
  const event = { shop_id: at.demo.shop_id, order_id, type: 'picked_up' };
  const { status, json } = await owner.send('record_shop_fulfillment_event', event);
  expect([status, json.error]).toEqual(isReleased ? [200, undefined] : [409, 'order_on_hold']);
  await at.close();
  portal = undefined;
  expect((await run(['log', 'verify'], env)).code).toBe(0);
  // PostgreSQL enforces the constraints itself.
  if (postgresOf(database) === undefined) expect(checkFile(database)).toEqual(SOUND);
}

const POINTS = [
  { point: 'asked', where: 'before the decision', isTaken: false },
  { point: 'decided:order', where: 'inside the transaction', isTaken: false },
  { point: 'committed:order', where: 'when it is on disk, before the answer', isTaken: true },
] as const;

describe.each(['accept', 'dispute'] as const)('a portal that is killed during: %s', (decision) => {
  it.each(POINTS)('moves goods and money once and by the rule, $where', async ({ point, isTaken }) => {
    const held = await heldOrder();
    const { consumer, order_id, receipt } = held;
    const { greeted, died } = launch('');
    const { url } = greeting.parse((await greeted)[0]);
    child?.send(point);
    const signed = consumer.sign(receipt, decision);
    await expect(consumer.decide({ url }, receipt, decision, { ...signed })).rejects.toThrow('no answer');
    expect(await died).toEqual([null, 'SIGKILL']);

    portal = await startPortal({ database });
    const isReleased = decision === 'accept';
    const left = await rowOf(order_id, portal);
    expect([left.status, left.countersigned.length]).toEqual([
      isTaken && isReleased ? 'processing' : 'on_hold',
      isTaken ? 1 : 0,
    ]);
    const again = await consumer.decide(portal, receipt, decision, { ...signed });
    expect(again.status).toBe(200);
    expect((await rowOf(order_id, portal)).countersigned).toHaveLength(1);
    await assertSettled(held, portal, isReleased);
  });
});

describe('a portal that is killed while it releases by time', () => {
  it.each(POINTS.slice(1))('releases once, $where', async ({ point, isTaken }) => {
    const held = await heldOrder(HOURS);
    expect(await launch(point).died).toEqual([null, 'SIGKILL']);
    // Behind the end of the hold, so that this portal itself releases nothing.
    const before = await startPortal({ database, clock: clockBehind(HOURS) });
    portal = before;
    expect(await releases(held.order_id, before)).toBe(isTaken ? 1 : 0);
    expect((await rowOf(held.order_id, before)).status).toBe(isTaken ? 'processing' : 'on_hold');
    await before.close();
    portal = await startPortal({ database });
    const after = portal;
    await expect.poll(async () => (await rowOf(held.order_id, after)).status).toBe('processing');
    await assertSettled(held, after, true);
  });
});
