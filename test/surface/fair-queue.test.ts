import { expect, it } from 'vitest';
import { FairQueue } from '../../src/calls/fair-queue.js';

const emptied = (queue: FairQueue<string>) => Array.from({ length: queue.length }, () => queue.shift()).join(' ');

it('alternates between first parts of paths, then second parts, and otherwise keeps the order of arrival', () => {
  const queue = new FairQueue<string>();
  for (const entry of ['a1', 'a2', 'a3']) queue.push(entry, ['busy', 'a']);
  for (const entry of ['b1', 'b2']) queue.push(entry, ['busy', 'b']);
  queue.push('c1', ['calm', 'c']);
  queue.push('c2', ['calm', 'c']);
  expect(queue.shift()).toBe('a1');
  queue.push('d1', ['late', 'd']);
  expect(emptied(queue)).toBe('c1 b1 d1 c2 a2 b2 a3');
  expect([queue.length, queue.shift()]).toEqual([0, undefined]);
});
