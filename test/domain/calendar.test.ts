import { describe, expect, it } from 'vitest';
import { endOfDay, startOfDay } from '../../src/domain/values/calendar.js';

const NOON = 12;
const day = (text: string) => Date.parse(`${text}T${NOON}:00:00Z`);

describe('the start of a day in a time zone', () => {
  it.each([
    ['UTC', '2026-11-20', 1, '2026-11-21T00:00:00.000Z'],
    ['America/Los_Angeles', '2026-11-20', 0, '2026-11-20T08:00:00.000Z'],
    ['Pacific/Auckland', '2026-11-20', 0, '2026-11-20T11:00:00.000Z'],
    ['Asia/Kolkata', '2026-11-20', 2, '2026-11-21T18:30:00.000Z'],
    // The clock goes from midnight to one: the day starts then.
    ['America/Havana', '2026-03-07', 1, '2026-03-08T05:00:00.000Z'],
    ['America/Santiago', '2026-09-05', 1, '2026-09-06T04:00:00.000Z'],
    ['Asia/Beirut', '2026-03-28', 1, '2026-03-28T22:00:00.000Z'],
  ])('%s, from %s, %i ahead', (zone, from, ahead, expected) => {
    expect(new Date(startOfDay(day(from), ahead, zone)).toISOString()).toBe(expected);
  });

  it('is a second after the end of the day before, over a year of days and clock changes', () => {
    for (const zone of ['Europe/Berlin', 'America/Havana', 'Australia/Lord_Howe']) {
      for (let ahead = 0; ahead < 366; ahead += 1) {
        const from = day('2026-01-01');
        expect(startOfDay(from, ahead + 1, zone) - endOfDay(from, ahead, zone)).toBe(1000);
      }
    }
  });
});
