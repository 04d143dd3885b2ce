/** Days in a time zone, from the ICU data that Node carries. Pure: the instant is an argument. */

const DAY = 24 * 60 * 60 * 1000;
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formatters.set(timeZone, made);
  return made;
}

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

/** The instant at which a wall clock shows this time; the later offset wins in a repeated hour. */
function instantOf(wall: number, timeZone: string): number {
  const guess = wall - (wallClock(wall, timeZone) - wall);
  return guess - (wallClock(guess, timeZone) - wall);
}

const days = new Map<string, number>();

/** Start of the day that is `ahead` days after the instant's day, as an instant. Milliseconds. */
export function startOfDay(instant: number, ahead: number, timeZone: string): number {
  const key = `${timeZone}/${ahead}/${Math.floor(instant / (15 * 60 * 1000))}`;
  const known = days.get(key);
  if (known !== undefined) return known;
  const today = Math.floor(wallClock(instant, timeZone) / DAY) * DAY;
  const start = instantOf(today + ahead * DAY, timeZone);
  if (days.size > 1000) days.clear();
  days.set(key, start);
  return start;
}

/** The last second of the day that is `ahead` days after the instant's day. Milliseconds. */
export function endOfDay(instant: number, ahead: number, timeZone: string): number {
  return startOfDay(instant, ahead + 1, timeZone) - 1000;
}
