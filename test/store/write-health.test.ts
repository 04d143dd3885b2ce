import { describe, expect, it } from 'vitest';
import { WriteHealth } from '../../src/store/write-health.js';

const FULL = new Error('the disk is full');

/** A disk that can be full, a clock that the test advances, and a count of test writes. */
function scene() {
  const disk = { full: false, now: 0, tries: 0 };
  const health = new WriteHealth(() => disk.now);
  const ask = () =>
    health.assertWritable(async () => {
      disk.tries += 1;
      if (disk.full) throw FULL;
    });
  return { disk, health, ask };
}

describe('write health', () => {
  it('makes a test write at most every ten seconds while there are no other writes', async () => {
    const { disk, ask } = scene();
    await Promise.all([ask(), ask(), ask()]);
    disk.now = 9_999;
    await ask();
    expect(disk.tries).toBe(1);
    disk.now = 10_000;
    await ask();
    expect(disk.tries).toBe(2);
  });

  it('follows the latest write without a test write', async () => {
    const { disk, health, ask } = scene();
    health.recordSuccess();
    await ask();
    health.recordFailure(FULL);
    await expect(ask()).rejects.toBe(FULL);
    health.recordSuccess();
    await ask();
    expect(disk.tries).toBe(0);
  });

  it('makes a test write each second while writes fail, and recovers without intervention', async () => {
    const { disk, health, ask } = scene();
    disk.full = true;
    health.recordFailure(FULL);
    for (const now of [500, 1_000, 1_500, 2_000, 2_999]) {
      disk.now = now;
      await expect(ask()).rejects.toBe(FULL);
    }
    expect(disk.tries).toBe(2);
    disk.full = false;
    disk.now = 3_000;
    await ask();
    expect(disk.tries).toBe(3);
  });
});
