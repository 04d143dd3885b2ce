import { describe, expect, it } from 'vitest';
import {
  dayAfter,
  dayOf,
  endOfDay,
  isDay,
  monthRange,
  startOfDate,
  startOfDay,
} from '../../src/domain/values/calendar.js';

const NOON = 12;
const day = (text: string) => Date.parse(`${text}T${NOON}:00:00Z`);

describe('the start of a day in a time zone', () => {
  it.each([
    ['UTC', '2026-11-20', 1, '2026-11-21T00:00:00.000Z'],
    ['America/Los_Angeles', '2026-11-20', 0, '2026-11-20T08:00:00.000Z'],
    ['Pacific/Auckland', '2026-11-20', 0, '2026-11-20T11:00:00.000Z'],
    ['Asia/Kolkata', '2026-11-20', 2, '2026-11-21T18:30:00.000Z'],
    // In these zones, the clock skips from midnight to one o'clock on that date, so the day starts at one.
    ['America/Havana', '2026-03-07', 1, '2026-03-08T05:00:00.000Z'],
    ['America/Santiago', '2026-09-05', 1, '2026-09-06T04:00:00.000Z'],
    ['Asia/Beirut', '2026-03-28', 1, '2026-03-28T22:00:00.000Z'],
  ])('in %s, counted from %s, %i days ahead', (zone, from, ahead, expected) => {
    expect(new Date(startOfDay(day(from), ahead, zone)).toISOString()).toBe(expected);
  });

  it('is one second after the end of the day before, on every day of a year with clock changes', () => {
    for (const zone of ['Europe/Berlin', 'America/Havana', 'Australia/Lord_Howe']) {
      for (let ahead = 0; ahead < 366; ahead += 1) {
        const from = day('2026-01-01');
        expect(startOfDay(from, ahead + 1, zone) - endOfDay(from, ahead, zone)).toBe(1000);
      }
    }
  });
});

describe('a day of a calendar in a time zone', () => {
  // Most of these zones have days of 23 and 25 hours. In Havana and the Azores, the clock shows midnight twice.
  const ZONES = ['Europe/Berlin', 'America/Havana', 'Atlantic/Azores', 'Asia/Beirut', 'Australia/Lord_Howe', 'UTC'];

  it.each(ZONES)('includes its first and last second, but not the second before its start: %s', (zone) => {
    const hours = new Set<number>();
    for (let date = '2026-01-01'; date < '2027-01-01'; date = dayAfter(date)) {
      const start = startOfDate(date, zone);
      const end = startOfDate(dayAfter(date), zone);
      expect([dayOf(start - 1_000, zone) < date, dayOf(start, zone), dayOf(end - 1_000, zone)]).toEqual([
        true,
        date,
        date,
      ]);
      hours.add((end - start) / 3_600_000);
    }
    const most = { UTC: [24], 'Australia/Lord_Howe': [23.5, 24, 24.5] }[zone] ?? [23, 24, 25];
    expect([...hours].sort((a, b) => a - b)).toEqual(most);
  });

  it('ends where the next day begins, even the last day of the year 9999', () => {
    expect(startOfDate(dayAfter('9999-12-31'), 'UTC')).toBe(Date.UTC(10_000, 0, 1));
  });
});

describe('a month in a time zone', () => {
  it.each([
    ['UTC', '2026-12', '2026-12-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
    ['UTC', '9999-12', '9999-12-01T00:00:00.000Z', '+010000-01-01T00:00:00.000Z'],
    ['Europe/Berlin', '2026-03', '2026-02-28T23:00:00.000Z', '2026-03-31T22:00:00.000Z'],
    // On the first day, the clock shows midnight twice in Havana, and skips it in Asunción.
    ['America/Havana', '2026-11', '2026-11-01T04:00:00.000Z', '2026-12-01T05:00:00.000Z'],
    ['America/Asuncion', '2023-10', '2023-10-01T04:00:00.000Z', '2023-11-01T03:00:00.000Z'],
  ])('reaches from midnight to midnight: %s, %s', (zone, month, from, before) => {
    const range = monthRange(month, zone);
    expect([range?.from, range?.before].map((time) => new Date(time ?? 0).toISOString())).toEqual([from, before]);
  });

  it.each(['', '2026', '2026-00', '2026-13', '2026-1', '0099-12', '2026-11-01', ' 2026-11'])('is not "%s"', (text) => {
    expect(monthRange(text, 'UTC')).toBeUndefined();
  });
});

it.each([
  ['2026-11-22', true],
  ['2028-02-29', true],
  ['2026-02-29', false],
  ['2026-13-01', false],
  ['2026-11-2', false],
  ['2026-11-22T00:00:00Z', false],
])('%s is a day: %s', (text, expected) => {
  expect(isDay(text)).toBe(expected);
});
