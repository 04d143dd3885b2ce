import { afterAll, beforeAll, expect, it } from 'vitest';
import { submitted } from '../actors/attester.js';
import { stillClock } from '../support/still-clock.js';
import { changeRows } from './change-rows.js';
import { type LogScene, logScene } from './log-scene.js';

/** A serving portal audits a log before it signs it. */

const clock = stillClock();

let scene: LogScene;
beforeAll(async () => {
  scene = await logScene({ clock });
  await scene.grow(3);
  await changeRows(scene.portal, `UPDATE receipt SET metadata = '{"a":1}' WHERE job_id = 'grown-1'`);
});
afterAll(() => scene.portal.close());

const checkpoint = () =>
  scene.portal.request('GET', '/api/receipts/log/checkpoint', { key: scene.portal.demo.organization_key });

it('stops signing a log that was changed, accepts receipts for it, stays ready, and reports it once', async () => {
  const { portal } = scene;
  expect((await portal.request('GET', '/readyz')).json).toEqual({ status: 'ready' });
  const statusOfNext = async () => {
    await scene.grow(1);
    return (await checkpoint()).status;
  };
  // The audit of older leaves has a share of each second, in which the log may have been signed before.
  await expect.poll(statusOfNext).toBe(503);
  expect(await statusOfNext()).toBe(503);
  await submitted(scene.attester, scene.signer, clock.now());
  const ready = await portal.request('GET', '/readyz');
  expect([ready.status, ready.json]).toEqual([200, { status: 'ready', invalid_logs: 1 }]);
  expect(await portal.metrics.text()).toContain('\nportal_invalid_logs 1\n');
  const lines = portal.logged.filter((line) => line.includes('log_invalid'));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('its unsigned metadata or the order that it names was replaced');
});
