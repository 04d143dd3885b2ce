import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { makeLog } from '../../src/log.js';
import { runRegularly } from '../../src/maintenance/run-regularly.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Runs a task every second whose rounds end when the test decides. */
function startRounds() {
  const rounds: { readonly end: () => void; readonly fail: (error: Error) => void }[] = [];
  const lines: string[] = [];
  const task = () => new Promise<void>((end, fail) => void rounds.push({ end, fail }));
  const stop = runRegularly(
    'turn',
    1000,
    task,
    makeLog('info', (line) => void lines.push(line)),
  );
  return { rounds, lines, stop, pass: (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000) };
}

it('skips the intervals in which a round is still running', async () => {
  const { rounds, pass } = startRounds();
  await pass(60);
  expect(rounds).toHaveLength(1);
  rounds[0]?.end();
  await pass(0);
  expect(rounds).toHaveLength(1);
  await pass(1);
  expect(rounds).toHaveLength(2);
});

it('logs a failed round and runs the next', async () => {
  const { rounds, lines, pass } = startRounds();
  await pass(0);
  rounds[0]?.fail(new Error('no server'));
  await pass(1);
  expect(rounds).toHaveLength(2);
  expect(lines.join()).toContain('no server');
});

it('waits for the running round when it stops, and begins no other', async () => {
  const { rounds, stop, pass } = startRounds();
  await pass(60);
  let isStopped = false;
  void stop().then(() => {
    isStopped = true;
  });
  await pass(60);
  expect(isStopped).toBe(false);
  rounds[0]?.end();
  await pass(0);
  expect(isStopped).toBe(true);
  await pass(60);
  expect(rounds).toHaveLength(1);
});
