import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { submitted } from '../actors/attester.js';
import type { Answered } from '../support/portal.js';
import { stillClock } from '../support/still-clock.js';
import { type LogScene, logScene } from './log-scene.js';

const SECOND = 1_000;
const clock = stillClock();
let scene: LogScene;
beforeEach(async () => {
  scene = await logScene({ clock, env: { PORTAL_CHECKPOINT_SECONDS: '5' } });
});
afterEach(() => scene.portal.close());

const get = (path: string) => scene.portal.request('GET', path, { key: scene.portal.demo.organization_key });
const treeSize = ({ json }: Answered) => Number(json.data.log.tree_size);

describe('checkpoints', () => {
  it('of a public log are signed at most once per interval, and only if the log has grown', async () => {
    await scene.round();
    const first = await scene.client.checkpoint();
    for (const [passed, isNew] of [
      [0, false],
      [4, false],
      [1, true],
      [4, false],
      [1, true],
    ] as const) {
      const before = await scene.client.checkpoint();
      clock.advance(passed * SECOND);
      await scene.grow(1);
      await scene.round();
      expect((await scene.client.checkpoint()).size > before.size, `after ${passed} s`).toBe(isNew);
    }
    expect((await scene.client.checkpoint()).size).toBeGreaterThan(first.size);
    const { size } = await scene.client.checkpoint();
    clock.advance(60 * SECOND);
    await scene.round();
    await scene.round();
    expect((await scene.client.checkpoint()).size).toBe(size);
  });

  it('are not delayed when a round is slightly early or the clock was set back', async () => {
    // The agent must not be younger than a receipt that it issues when the clock was set back.
    clock.advance(7_200 * SECOND);
    for (const passed of [5, 4.99, 5, -3_600, 5]) {
      clock.advance(passed * SECOND);
      await scene.grow(1);
      const before = await scene.client.checkpoint();
      await scene.round();
      expect((await scene.client.checkpoint()).size > before.size, `after ${passed} s`).toBe(true);
    }
  });

  it('are reused for receipts that they cover, and a new one is signed only if none covers the receipt', async () => {
    const [a, b] = [
      await submitted(scene.attester, scene.signer, clock.now()),
      await submitted(scene.attester, scene.signer, clock.now(), { job_id: 'b' }),
    ];
    const first = await get(`/api/receipts/${a}/bundle`);
    const second = await get(`/api/receipts/${b}/bundle`);
    expect(second.json.data.log.checkpoint).toBe(first.json.data.log.checkpoint);
    const c = await submitted(scene.attester, scene.signer, clock.now(), { job_id: 'c' });
    expect(treeSize(await get(`/api/receipts/${a}/bundle`))).toBe(treeSize(first));
    expect(treeSize(await get(`/api/receipts/${c}/bundle`))).toBe(treeSize(first) + 1);
    expect((await get(`/api/receipts/log/inclusion/${a}`)).json.data.tree_size).toBe(treeSize(first) + 1);
  });

  it('are signed once for many simultaneous requests', async () => {
    const ids: string[] = [];
    for (let job = 0; job < 10; job += 1)
      ids.push(await submitted(scene.attester, scene.signer, clock.now(), { job_id: `${job}` }));
    const answers = await Promise.all(ids.map((id) => get(`/api/receipts/${id}/bundle`)));
    expect(new Set(answers.map(({ json }) => json.data.log.checkpoint)).size).toBe(1);
  });
});
