import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../src/attestation/canonical-json.js';
import { readInstant } from '../../src/attestation/instant.js';
import { readReceipt } from '../../src/attestation/receipt.js';
import { always, SEED } from './always.js';
import { refusal } from './judge.js';
import { RECEIPT } from './sample.js';

describe('accepted times', () => {
  it.each<[string, number]>([
    ['2026-11-20T10:00:00Z', Date.UTC(2026, 10, 20, 10)],
    ['2026-11-20T10:00:00.0Z', Date.UTC(2026, 10, 20, 10)],
    ['2026-11-20T10:00:00.123Z', Date.UTC(2026, 10, 20, 10, 0, 0, 123)],
    ['2026-11-20T10:00:00.123456789Z', Date.UTC(2026, 10, 20, 10, 0, 0, 123)],
    ['2026-11-20T10:00:00.999999999Z', Date.UTC(2026, 10, 20, 10, 0, 0, 999)],
    ['2026-11-20T10:00:00+01:00', Date.UTC(2026, 10, 20, 9)],
    ['2026-11-20T10:00:00.5-03:30', Date.UTC(2026, 10, 20, 13, 30, 0, 500)],
    ['2026-11-20T00:00:00+23:59', Date.UTC(2026, 10, 19, 0, 1)],
    ['2026-11-20T10:00:00-00:00', Date.UTC(2026, 10, 20, 10)],
    ['2026-01-31T23:59:59Z', Date.UTC(2026, 0, 31, 23, 59, 59)],
    ['2024-02-29T00:00:00Z', Date.UTC(2024, 1, 29)],
    ['2000-02-29T00:00:00Z', Date.UTC(2000, 1, 29)],
    ['1900-02-28T00:00:00Z', Date.UTC(1900, 1, 28)],
    ['0000-02-29T00:00:00Z', -62_162_121_600_000],
    ['0001-01-01T00:00:00Z', -62_135_596_800_000],
    ['9999-12-31T23:59:59Z', 253_402_300_799_000],
  ])('reads %s as %d ms, and signs it as sent', (text, instant) => {
    const receipt = readReceipt({ ...RECEIPT, issued_at: text });
    expect(readInstant(text)).toBe(instant);
    expect(canonicalJson(receipt)).toContain(`"issued_at":"${text}"`);
  });
});

describe('rejected times', () => {
  it.each([
    '',
    '2026-11-20',
    '2026-11-20T10:00:00',
    '2026-11-20T10:00Z',
    '2026-11-20T10Z',
    '2026-11-20 10:00:00Z',
    '2026-11-20t10:00:00Z',
    '2026-11-20T10:00:00z',
    '20261120T100000Z',
    '2026-11-20T10:00:00.Z',
    '2026-11-20T10:00:00,5Z',
    '2026-11-20T10:00:00.1234567890Z',
    '2026-11-20T10:00:00+0100',
    '2026-11-20T10:00:00+01',
    '2026-11-20T10:00:00+24:00',
    '2026-11-20T10:00:00+01:60',
    '2026-11-20T10:00:00\u221201:00',
    '2026-11-20T10:00:00Z+01:00',
    '2026-11-20T24:00:00Z',
    '2026-11-20T23:60:00Z',
    '2026-11-20T23:59:60Z',
    '2016-12-31T23:59:60Z',
    '2026-02-29T10:00:00Z',
    '2026-02-30T10:00:00Z',
    '2024-02-30T10:00:00Z',
    '1900-02-29T10:00:00Z',
    '0100-02-29T10:00:00Z',
    '2026-04-31T10:00:00Z',
    '2026-00-20T10:00:00Z',
    '2026-13-20T10:00:00Z',
    '2026-11-00T10:00:00Z',
    '2026-11-31T10:00:00Z',
    '20260-11-20T10:00:00Z',
    '+002026-11-20T10:00:00Z',
    '-0001-11-20T10:00:00Z',
    '226-11-20T10:00:00Z',
    '2026-1-2T10:00:00Z',
    ' 2026-11-20T10:00:00Z',
    '2026-11-20T10:00:00Z ',
    '2026-11-20T10:00:00Z\n',
    '２０２６-11-20T10:00:00Z',
    '1763632800',
    'Fri, 20 Nov 2026 10:00:00 GMT',
  ])('%j', (text) => {
    expect(readInstant(text)).toBeUndefined();
    const { code, path } = refusal(() => readReceipt({ ...RECEIPT, issued_at: text }));
    expect({ code, path }).toEqual({ code: 'invalid_receipt', path: ['issued_at'] });
  });

  it.each([1_763_632_800, null, true, {}, ['2026-11-20T10:00:00Z']])('rejects %j, which is not a string', (value) => {
    expect(refusal(() => readReceipt({ ...RECEIPT, issued_at: value })).path).toEqual(['issued_at']);
  });
});

/** Days of a month by the rules of the calendar, without Date. */
function daysOf(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

it(`accepts only days that exist in the calendar (seed ${SEED})`, () => {
  const days = fc.tuple(fc.nat(9999), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 27, max: 31 }));
  always(days, ([year, month, day]) => {
    const text = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${day}T12:00:00Z`;
    expect(readInstant(text) !== undefined, text).toBe(day <= daysOf(year, month));
  });
});
