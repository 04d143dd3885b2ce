/** Days in a time zone, from the ICU data that Node carries. Pure: the instant is an argument. */

import { memo } from './memo.js';

const DAY = 24 * 60 * 60 * 1000;
/** Time zones in use at once. */
const MAX_ZONES = 500;

const formatterOf = memo(
  MAX_ZONES,
  (timeZone: string) =>
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    }),
);

/** Wall clock of an instant in a zone, written as if it were UTC. Milliseconds. */
function wallClock(instant: number, timeZone: string): number {
  const parts = new Map(
    formatterOf(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0;
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
}

/** The instant at which a wall clock shows this time; the later offset wins in a repeated hour, and the first instant after a skipped one. */
function instantOf(wall: number, timeZone: string): number {
  const guess = wall - (wallClock(wall, timeZone) - wall);
  const instant = guess - (wallClock(guess, timeZone) - wall);
  return instant + Math.max(0, wall - wallClock(instant, timeZone));
}

/** No zone changes its day within a quarter of an hour, so the answer is the same for all of it. Milliseconds. */
const QUARTER = 15 * 60 * 1000;
/** Days of a zone that are kept. */
const MAX_DAYS = 200;
/** More than the days that anything is ahead. */
const MOST_AHEAD = 100_000;

/** By the quarter of an hour and the days ahead, in one number: a text would be made for each look. */
const startsIn = memo(MAX_ZONES, (timeZone: string) =>
  memo(MAX_DAYS, (key: number) => {
    const today = Math.floor(wallClock(Math.floor(key / MOST_AHEAD) * QUARTER, timeZone) / DAY) * DAY;
    return instantOf(today + (key % MOST_AHEAD) * DAY, timeZone);
  }),
);

/** Start of the day that is `ahead` days after the instant's day, as an instant. Milliseconds. */
export function startOfDay(instant: number, ahead: number, timeZone: string): number {
  return startsIn(timeZone)(Math.floor(instant / QUARTER) * MOST_AHEAD + ahead);
}

/** The last second of the day that is `ahead` days after the instant's day. Milliseconds. */
export function endOfDay(instant: number, ahead: number, timeZone: string): number {
  return startOfDay(instant, ahead + 1, timeZone) - 1000;
}

/** A day as text, `2026-11-22`, and as the start of that day in UTC. */
const asUtc = (date: string) => Date.parse(`${date}T00:00:00Z`);
const asDate = (utc: number) => new Date(utc).toISOString().replace(/T.*/, '');

const daysIn = memo(MAX_ZONES, (timeZone: string) =>
  memo(MAX_DAYS, (quarter: number) => asDate(wallClock(quarter * QUARTER, timeZone))),
);

/** The day of an instant in a time zone, as `2026-11-22`. */
export function dayOf(instant: number, timeZone: string): string {
  return daysIn(timeZone)(Math.floor(instant / QUARTER));
}

/** The day after a day. */
export function dayAfter(date: string): string {
  return asDate(asUtc(date) + DAY);
}

/** How many days the second is after the first. */
export function daysBetween(date: string, other: string): number {
  return (asUtc(other) - asUtc(date)) / DAY;
}

/** When a day begins in a time zone, as an instant. Milliseconds. */
export function startOfDate(date: string, timeZone: string): number {
  return instantOf(asUtc(date), timeZone);
}
