import { expect, test } from 'vitest';
import { Collector } from '../../src/cli/catalog/collector.js';

/** Allocates more than the memory growth that triggers a collection; 8 bytes per number. */
const numbers = () => new Array(8_000_000).fill(0.5);

/** Waits for the next job, because a WeakRef keeps its object alive until the job that created it has ended. */
const nextJob = () => new Promise((resolve) => setImmediate(resolve));

test('collects garbage between two pieces of work when memory has grown', async () => {
  const collector = new Collector();
  collector.betweenPieces();
  const garbage = new WeakRef(numbers());
  await nextJob();
  collector.betweenPieces();
  await nextJob();
  expect(garbage.deref()).toBeUndefined();
});

test('does not collect an object that is still in use', async () => {
  const collector = new Collector();
  collector.betweenPieces();
  const used = numbers();
  const known = new WeakRef(used);
  await nextJob();
  collector.betweenPieces();
  await nextJob();
  expect(known.deref()).toBe(used);
});
