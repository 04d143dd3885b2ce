import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { LineQueue } from '../../src/log/line-queue.js';

/** A pipe that accepts `room` bytes until it is read. */
function pipe(room: number) {
  let text = '';
  let left = room;
  return {
    take(bytes: Uint8Array): number {
      const taken = Math.min(left, bytes.length);
      left -= taken;
      text += Buffer.from(bytes.subarray(0, taken)).toString('latin1');
      return taken;
    },
    read(more: number): string {
      left = more;
      return text;
    },
  };
}

const OPTIONS = { most: 100, retryAfterMs: 1, lossLine: (count: number) => `lost ${count}\n` };

/** Lines of seven characters each. */
function linesOf(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `line ${String.fromCharCode(97 + index)}\n`);
}

describe('log lines for a pipe', () => {
  it('are written together once per event-loop turn', async () => {
    const writes: string[] = [];
    const queue = new LineQueue((bytes) => writes.push(String(bytes)) && bytes.length, OPTIONS);
    for (const line of linesOf(3)) queue.add(line);
    expect(writes).toEqual([]);
    await nextTurn();
    expect(writes).toHaveLength(1);
  });

  it('wait for a full pipe, complete and in sequence', () => {
    const full = pipe(10);
    const queue = new LineQueue(full.take, OPTIONS);
    const lines = linesOf(5);
    for (const line of lines) queue.add(line);
    expect(queue.drain()).toBe(false);
    expect(full.read(3)).toBe('line a\nlin');
    expect(queue.drain()).toBe(false);
    full.read(1000);
    expect(queue.drain()).toBe(true);
    expect(full.read(0)).toBe(lines.join(''));
  });

  it('are dropped when too many wait, and replaced by their number', () => {
    const full = pipe(0);
    const queue = new LineQueue(full.take, OPTIONS);
    for (const line of linesOf(20)) queue.add(line);
    queue.drain();
    full.read(70);
    queue.drain();
    queue.add('after\n');
    full.read(1000);
    expect(queue.drain()).toBe(true);
    expect(full.read(0)).toBe([...linesOf(14), 'lost 6\n', 'after\n'].join(''));
  });

  it('are reported as lost even when nothing follows', () => {
    const full = pipe(0);
    const queue = new LineQueue(full.take, OPTIONS);
    for (const line of linesOf(20)) queue.add(line);
    full.read(1000);
    expect(queue.drain()).toBe(true);
    expect(full.read(0).endsWith('line n\nlost 6\n')).toBe(true);
  });

  it('are written even when they are longer than the queue', () => {
    const wide = pipe(1000);
    const queue = new LineQueue(wide.take, OPTIONS);
    const long = `${'x'.repeat(200)}\n`;
    queue.add(long);
    expect(queue.drain()).toBe(true);
    expect(wide.read(0)).toBe(long);
  });

  it('are dropped without a fault when nobody reads', () => {
    const queue = new LineQueue(() => {
      throw new Error('EPIPE');
    }, OPTIONS);
    queue.add('line\n');
    expect(queue.drain()).toBe(true);
  });
});
