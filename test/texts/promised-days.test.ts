import { expect, test } from 'vitest';
import { lastPromisedDay, promisedDays } from '../../src/texts/dates.js';
import { checkEach } from '../support/cells.js';

/** From the start of November 25 to the end of November 28, 2026 in Auckland. */
const [EARLIEST, LATEST] = [Date.parse('2026-11-24T11:00:00Z'), Date.parse('2026-11-28T10:59:59Z')];
const SUMMER = Date.parse('2026-07-01T12:00:00Z');

const AUCKLAND = {
  en: 'Wed, Nov 25 – Sat, Nov 28 (New Zealand Time)',
  de: 'Mi., 25. – Sa., 28. Nov. (Neuseeland-Zeit)',
  fr: 'mer. 25 – sam. 28 nov. (heure de la Nouvelle-Zélande)',
  es: 'mié, 25 nov – sáb, 28 nov (hora de Nueva Zelanda)',
  it: 'mer 25 – sab 28 nov (ora della Nuova Zelanda)',
};

test("writes promised days in each language with the shop's time zone", async () => {
  await checkEach(
    Object.entries(AUCKLAND),
    ([tag]) => tag,
    ([tag, text]) => expect(promisedDays(EARLIEST, LATEST, tag, 'Pacific/Auckland')).toBe(text),
  );
  expect(promisedDays(EARLIEST, LATEST, 'en', 'America/Los_Angeles')).toBe('Tue, Nov 24 – Sat, Nov 28 (Pacific Time)');
});

test('writes a single day once, and the last promised day in full', () => {
  expect(promisedDays(LATEST - 3_600_000, LATEST, 'en', 'Pacific/Auckland')).toBe('Sat, Nov 28 (New Zealand Time)');
  expect(lastPromisedDay(LATEST, 'de', 'Pacific/Auckland')).toBe('28. November 2026 (Neuseeland-Zeit)');
});

test('uses the zone name valid on that day when there is no generic one', () => {
  const zoneOf = (time: number, tag: string, zone: string) =>
    /\((.*)\)$/.exec(promisedDays(time, time, tag, zone))?.[1];
  expect(zoneOf(LATEST, 'fr', 'UTC')).toBe('UTC');
  expect(zoneOf(LATEST, 'en', 'Europe/London')).toMatch(/Kingdom|Greenwich/);
  expect(zoneOf(LATEST, 'fr', 'Europe/London')).toBe('heure moyenne de Greenwich');
  expect(zoneOf(SUMMER, 'fr', 'Europe/London')).toBe('heure d’été britannique');
});
