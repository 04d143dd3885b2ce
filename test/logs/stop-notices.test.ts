import { join } from 'node:path';
import { simpleParser } from 'mailparser';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { networkConnector } from '../../src/outbound/connector.js';
import { replaceWrite } from '../../src/ports.js';
import { LOOK_EVERY } from '../delivery/scene.js';
import { scripted } from '../mail/scripted-transport.js';
import type { TestPortal } from '../support/portal.js';
import { releasePostgresOf } from '../support/postgres-of-path.js';
import { run } from '../support/program.js';
import { stillClock } from '../support/still-clock.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { changeRows } from './change-rows.js';
import { type LogScene, logScene } from './log-scene.js';

/** The mails about a log for which nothing is signed any more, and about its repair. */

const OPERATOR = 'ops@shop.com';
const STAFF = 'kim@shop.com';
const DAY = 24 * 60 * 60 * 1000;
const SPOIL = `UPDATE receipt SET metadata = '{"a":1}' WHERE job_id = 'grown-1'`;
const REPAIR = `UPDATE receipt SET metadata = NULL WHERE job_id = 'grown-1'`;

let database: string;
let mail: ReturnType<typeof scripted>;
let open: LogScene[];
let signer: LogScene['signer'] | undefined;
beforeEach(() => {
  database = join(temporaryFolder(), 'portal.db');
  mail = scripted({ outcome: 'acknowledged', status: 250 });
  open = [];
  signer = undefined;
  return () => releasePostgresOf(database);
});
afterEach(closeAll);

async function closeAll(): Promise<void> {
  for (const { portal } of open.splice(0).toReversed()) await portal.close();
}

/** Starts a portal on the database, beside those that run, `later` than noon. */
async function start(env: Readonly<Record<string, string>> = {}, later = 0): Promise<LogScene> {
  const clock = stillClock();
  clock.advance(later);
  const scene = await logScene({
    database,
    clock,
    mail,
    poster: networkConnector,
    delivery: { pollIntervalMs: LOOK_EVERY },
    env: { PORTAL_SMTP_URL: `file:${temporaryFolder()}`, PORTAL_OPERATOR_MAIL: OPERATOR, ...env },
    ...(signer && { signer }),
  });
  ({ signer } = scene);
  open.push(scene);
  return scene;
}

/** Names the staff's address, as the shop's settings do. */
async function nameStaff({ portal }: LogScene): Promise<void> {
  await portal.app.store.update((rows) => {
    const shop = rows.get('shop', portal.demo.shop_id);
    if (!shop) throw new Error('there is no shop');
    const settings = { ...shop.settings, mail: { ...shop.settings.mail, staff: [STAFF] } };
    return { writes: [replaceWrite('shop', shop, { ...shop, settings })], result: undefined };
  });
}

const checkpoint = async ({ demo, request }: TestPortal) =>
  (await request('GET', '/api/receipts/log/checkpoint', { key: demo.organization_key })).status;

/** Requests checkpoints of a growing log until the portal signs no more. */
const untilStopped = ({ portal, grow }: LogScene) =>
  expect
    .poll(async () => {
      await grow(1);
      return checkpoint(portal);
    })
    .toBe(503);

/** Runs the rounds that record stops, in each portal twice. */
async function record(): Promise<void> {
  for (const { portal } of [...open, ...open]) await portal.app.portal.checkpoints.note();
}

/** Waits for this many mails, and returns recipient, subject and text of each. */
async function mails(count: number) {
  await expect.poll(() => mail.sent.length).toBe(count);
  const read = mail.sent.map(async ({ to, bytes }) => {
    const { subject, text } = await simpleParser(bytes);
    return { to, subject, text };
  });
  return (await Promise.all(read)).toSorted((a, b) => a.to.localeCompare(b.to));
}

/** Waits until the outbox is empty, so that no more mails follow. */
async function expectNoMore({ portal }: LogScene, count: number): Promise<void> {
  await record();
  const waiting = async () => (await portal.app.store.list('outbox_figures', {}, undefined, 1)).entries[0]?.waiting;
  await expect.poll(waiting).toBe(0);
  expect(mail.sent.length).toBe(count);
}

describe('a log that fails the audit of two portals', () => {
  it('is reported once to operator and staff, and again when it was repaired and is signed again', async () => {
    const [one, two] = [await start(), await start()];
    await nameStaff(one);
    await one.grow(3);
    await changeRows(one.portal, SPOIL);
    await untilStopped(one);
    await untilStopped(two);
    await record();
    const id = one.organizationId;
    const fault = expect.stringMatching(
      /receipt 3 \(\S+\)[^.]*its unsigned metadata or the order that it names was replaced/,
    );
    const [staff, operator] = await mails(2);
    expect([staff?.to, staff?.subject]).toEqual([STAFF, expect.stringContaining('the receipt log is not signed')]);
    expect(staff?.text).toEqual(fault);
    expect(staff?.text).toMatch(new RegExp(`Sales continue.*${id}.*portal log verify --organization ${id}`, 's'));
    expect([operator?.to, operator?.subject]).toEqual([OPERATOR, expect.stringContaining('receipt log not signed')]);
    expect(operator?.text).toEqual(fault);
    expect(operator?.text).toMatch(new RegExp(`Stopped: nothing is signed.*Sales, new receipts.*${id}`, 's'));
    await expectNoMore(one, 2);

    await closeAll();
    const unrepaired = await start();
    await expect
      .poll(async () => (await unrepaired.portal.request('GET', '/readyz')).json)
      .toEqual({ status: 'ready', invalid_logs: 1 });
    expect(await checkpoint(unrepaired.portal)).toBe(503);
    await expectNoMore(unrepaired, 2);

    await closeAll();
    await changeRows(one.portal, REPAIR);
    const repaired = await start();
    const all = await mails(4);
    expect(all.map(({ to }) => to)).toEqual([STAFF, STAFF, OPERATOR, OPERATOR]);
    expect(all.filter(({ subject }) => subject?.includes('signed again')).map(({ to }) => to)).toEqual([
      STAFF,
      OPERATOR,
    ]);
    expect(await checkpoint(repaired.portal)).toBe(200);
    await expectNoMore(repaired, 4);

    await changeRows(one.portal, SPOIL);
    await untilStopped(repaired);
    await record();
    await mails(6);
  });

  it('is neither signed by a portal that has not found the fault', async () => {
    const [one, two] = [await start(), await start()];
    await one.grow(3);
    await changeRows(one.portal, SPOIL);
    await untilStopped(one);
    await record();
    await changeRows(one.portal, REPAIR);
    expect(await checkpoint(two.portal)).toBe(503);
    expect((await two.portal.request('GET', '/readyz')).json).toEqual({ status: 'ready', invalid_logs: 1 });
  });
});

it('reports a stop after a restart if mail could not be sent before', async () => {
  mail.answer({ outcome: 'unavailable', status: 451 });
  const one = await start();
  await nameStaff(one);
  await one.grow(3);
  await changeRows(one.portal, SPOIL);
  await untilStopped(one);
  await record();
  await mails(2);
  await closeAll();
  mail.answer({ outcome: 'acknowledged', status: 250 });
  const two = await start({}, DAY / 2);
  expect((await mails(4)).map(({ to }) => to)).toEqual([STAFF, STAFF, OPERATOR, OPERATOR]);
  expect(new Set(mail.sent.map(({ id }) => id)).size).toBe(2);
  await expectNoMore(two, 4);
});

describe('a log that was set back', () => {
  it('is reported once, and again when it extends its signed heads', async () => {
    const one = await start();
    await nameStaff(one);
    const copyHead = (name: string) => changeRows(one.portal, `CREATE TABLE ${name} AS SELECT * FROM log_head`);
    const setHead = (name: string) => {
      const columns = ['size', 'peaks', 'mac'].map(
        (column) =>
          `${column} = (SELECT ${column} FROM ${name} AS one WHERE one.organization_id = log_head.organization_id)`,
      );
      return changeRows(one.portal, `UPDATE log_head SET ${columns.join(', ')}`);
    };
    await one.grow(1);
    await copyHead('head_before');
    await one.grow(1);
    expect(await checkpoint(one.portal)).toBe(200);
    await one.grow(1);
    await copyHead('head_after');
    await setHead('head_before');
    await record();
    const [staff, operator] = await mails(2);
    expect(staff?.text).toMatch(/has 4 leaves, but 5 were signed/);
    expect(operator?.text).toMatch(/^The comparison with the signed heads found a fault.*portal log adopt/s);
    await expectNoMore(one, 2);
    await setHead('head_after');
    expect(await checkpoint(one.portal)).toBe(200);
    await mails(4);
    await expectNoMore(one, 4);
    await changeRows(one.portal, 'DROP TABLE head_before; DROP TABLE head_after');
  });
});

it('is recorded, but sent to nobody, if the portal sends no mail', async () => {
  const one = await start({ PORTAL_SMTP_URL: '' });
  await one.grow(3);
  await changeRows(one.portal, SPOIL);
  await untilStopped(one);
  await expectNoMore(one, 0);
  const stop = await one.portal.app.store.read((rows) => rows.get('organization', one.organizationId)?.log_stop);
  expect(stop).toMatchObject({ check: 'audit' });
  const signed = await run(['log', 'checkpoint', '--organization', one.organizationId], one.portal.commandEnv);
  expect(signed).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('is not valid: receipt 3') });
});
