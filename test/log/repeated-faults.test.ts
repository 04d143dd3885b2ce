import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PortalError } from '../../src/domain/errors/portal-error.js';
import { faultFields, makeLog } from '../../src/log.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function spied() {
  const lines: Record<string, unknown>[] = [];
  return { lines, log: makeLog('info', (line) => void lines.push(JSON.parse(line))) };
}

function fullDisk() {
  const error = new PortalError('unavailable', 'The database cannot be written at the moment; try again.');
  error.cause = new Error('database or disk is full');
  return faultFields(error);
}

describe('a repeated fault', () => {
  it('is logged once a second with a count, regardless of the call', () => {
    const { lines, log } = spied();
    for (let n = 0; n < 1000; n += 1) log.error('fault', { request_id: `r${n}`, ...fullDisk() });
    log.error('settle', { about: 'chk_1', ...fullDisk() });
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toHaveProperty('repeated');
    vi.advanceTimersByTime(1000);
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatchObject({ event: 'settle', repeated: 1000 });
    log.error('fault', fullDisk());
    expect(lines).toHaveLength(2);
    vi.advanceTimersByTime(1000);
    expect(lines[2]).toMatchObject({ event: 'fault', repeated: 1 });
    vi.advanceTimersByTime(5000);
    expect(lines).toHaveLength(3);
    log.error('fault', fullDisk());
    expect(lines).toHaveLength(4);
  });

  it('suppresses neither other faults nor ordinary log lines', () => {
    const { lines, log } = spied();
    for (const about of ['pay_1', 'pay_2']) log.error('payment_fault', { about, ...faultFields(new Error('down')) });
    log.error('fault', faultFields(new Error('one')));
    log.error('fault', faultFields(new Error('two')));
    for (const id of ['a', 'b']) log.info('request', { request_id: id, outcome: 'unavailable' });
    expect(lines).toHaveLength(6);
  });
});
