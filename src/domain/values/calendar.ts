/** Calculates days in a time zone with Node's ICU data. Pure functions: the instant is an argument. */

import { memo } from './memo.js';

const DAY = 24 * 60 * 60 * 1000;
/** Maximum cached time zones. */
const MAX_ZONES = 500;
/** Maximum cached formatters, each of which takes 65 KB. */
const MAX_FORMATTERS = 100;

const formatterOf = memo(
  MAX_FORMATTERS,
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

/** Converts an instant to local time, returned as the milliseconds at which UTC shows the same date and time. */
function wallClock(instant: number, timeZone: string): number {
  const parts = new Map(
    formatterOf(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0;
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
}

/**
 * Converts a local time to an instant. A skipped time moves forward by the length of the gap. For a repeated time,
 * zones east of UTC give the later of the two instants, and zones west of UTC the earlier one.
 */
function instantOf(wall: number, timeZone: string): number {
  const guess = wall - (wallClock(wall, timeZone) - wall);
  const instant = guess - (wallClock(guess, timeZone) - wall);
  return instant + Math.max(0, wall - wallClock(instant, timeZone));
}

/**
 * A quarter-hour in milliseconds. In no time zone does the day change within a quarter-hour, so results are cached per
 * quarter-hour.
 */
const QUARTER = 15 * 60 * 1000;
/** Maximum cached days per zone. */
const MAX_DAYS = 200;
/** Larger than the number of days that any calculation looks ahead. */
const MAX_DAYS_AHEAD = 100_000;

/** Keyed by a number that combines quarter-hour and days ahead, to avoid building a string for each lookup. */
const startsIn = memo(MAX_ZONES, (timeZone: string) =>
  memo(MAX_DAYS, (key: number) => {
    const today = Math.floor(wallClock(Math.floor(key / MAX_DAYS_AHEAD) * QUARTER, timeZone) / DAY) * DAY;
    return instantOf(today + (key % MAX_DAYS_AHEAD) * DAY, timeZone);
  }),
);

/** Returns the start of the day that is `ahead` days after the instant's day. Milliseconds since the epoch. */
export function startOfDay(instant: number, ahead: number, timeZone: string): number {
  return startsIn(timeZone)(Math.floor(instant / QUARTER) * MAX_DAYS_AHEAD + ahead);
}

/** Returns the last second of the day that is `ahead` days after the instant's day. Milliseconds since the epoch. */
export function endOfDay(instant: number, ahead: number, timeZone: string): number {
  return startOfDay(instant, ahead + 1, timeZone) - 1000;
}

/** Returns the start, in UTC, of a day such as `2026-11-22`. */
const asUtc = (date: string) => Date.parse(`${date}T00:00:00Z`);
const asDate = (utc: number) => new Date(utc).toISOString().replace(/T.*/, '');

const daysIn = memo(MAX_ZONES, (timeZone: string) =>
  memo(MAX_DAYS, (quarter: number) => asDate(wallClock(quarter * QUARTER, timeZone))),
);

/** Returns the day of an instant in a time zone, such as `2026-11-22`. */
export function dayOf(instant: number, timeZone: string): string {
  return daysIn(timeZone)(Math.floor(instant / QUARTER));
}

export function dayAfter(date: string): string {
  return asDate(asUtc(date) + DAY);
}

/** Counts the days from the first date to the second. */
export function daysBetween(date: string, other: string): number {
  return (asUtc(other) - asUtc(date)) / DAY;
}

/** Returns the start of a day in a time zone. Milliseconds since the epoch. */
export function startOfDate(date: string, timeZone: string): number {
  return instantOf(asUtc(date), timeZone);
}

/** Returns the start of a month such as `2026-11`, and that of the next one; `undefined` for any other text. */
export function monthRange(
  text: string,
  timeZone: string,
): { readonly from: number; readonly before: number } | undefined {
  if (!/^[2-9]\d{3}-(0[1-9]|1[0-2])$/.test(text)) return undefined;
  const [year = 0, number = 0] = text.split('-').map(Number);
  const startOf = (month: number) => instantOf(Date.UTC(year, month - 1), timeZone);
  return { from: startOf(number), before: startOf(number + 1) };
}

/** Returns the local time of an instant, to the second, such as `2026-11-22T09:30:00`. */
export function localTimeOf(instant: number, timeZone: string): string {
  return new Date(wallClock(instant, timeZone)).toISOString().slice(0, 19);
}

/** Returns the instant of a local time such as `2026-11-22T09:30`; `undefined` for any other text. */
export function instantOfLocalTime(text: string, timeZone: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/.test(text)) return undefined;
  const wall = Date.parse(`${text}Z`);
  return Number.isNaN(wall) ? undefined : instantOf(wall, timeZone);
}

/** True for a day of the calendar, such as 2026-11-22. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
