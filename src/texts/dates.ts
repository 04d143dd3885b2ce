import { dayOf } from '../domain/values/calendar.js';
import { displayDay } from '../domain/values/display.js';
import { memo } from '../domain/values/memo.js';

/** Maximum number of cached formatters, which are slow to create and take 65 KB each. */
const MAX_FORMATTERS = 100;
/** Maximum number of cached texts of promised days, and of cached zone names. */
const MAX_PROMISES = 1_000;

const FORMS = {
  day: { dateStyle: 'long' },
  moment: { dateStyle: 'medium', timeStyle: 'short' },
  zonedMoment: {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  },
} as const satisfies Readonly<Record<string, Intl.DateTimeFormatOptions>>;

/** Format of an instant: a day, or a day with the time, without or with the zone. */
export type DateForm = keyof typeof FORMS;

/** Formats a time that is given in ISO 8601. */
export function dateText(time: string, form: DateForm, tag: string, timeZone: string): string {
  return formatterOf(`${form} ${tag} ${timeZone}`).format(new Date(time));
}

/**
 * Formats the promised days of an option in the shop's time zone, such as "Tue, Nov 24 – Thu, Nov 26 (Pacific Time)",
 * or as one day if the first and the last are equal. Every surface shows this text, because the same instants may fall
 * on other days in other time zones.
 */
export function promisedDays(earliest: number, latest: number, tag: string, timeZone: string): string {
  return rangeText([dayOf(earliest, timeZone), dayOf(latest, timeZone), tag, timeZone].join(' '));
}

/** Formats the last promised day of an order, such as "November 26, 2026 (Pacific Time)". */
export function lastPromisedDay(latest: number, tag: string, timeZone: string): string {
  const day = dayOf(latest, timeZone);
  return `${displayDay(day, tag)} (${zoneName([day, tag, timeZone].join(' '))})`;
}

const rangeText = memo(MAX_PROMISES, (key: string) => {
  const [first = '', last = '', tag, timeZone = ''] = key.split(' ');
  const format = new Intl.DateTimeFormat(tag, { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' });
  // Some versions of ICU put thin spaces around the dash, which cost a model extra tokens.
  const days = format.formatRange(new Date(first), new Date(last)).replaceAll('\u2009', ' ');
  return `${days} (${zoneName([last, tag, timeZone].join(' '))})`;
});

/** Name of a time zone for use inside a sentence. */
const zoneName = memo(MAX_PROMISES, (key: string) => {
  const [day = '', tag, timeZone] = key.split(' ');
  const nameAs = (timeZoneName: 'longGeneric' | 'long') => {
    const format = new Intl.DateTimeFormat(tag, { timeZone, timeZoneName });
    if (format.resolvedOptions().timeZone === 'UTC') return 'UTC';
    return format.formatToParts(new Date(day)).find(({ type }) => type === 'timeZoneName')?.value ?? 'UTC';
  };
  const name = nameAs('longGeneric');
  // Zones without a generic name get a form like "heure : Royaume-Uni", which does not fit into sentences. Italian
  // names begin with a capital letter.
  return (/[:(]/.test(name) ? nameAs('long') : name).replace(/^Ora /, 'ora ');
});

const formatterOf = memo(MAX_FORMATTERS, (key: string) => {
  const [form = 'day', tag, timeZone] = key.split(' ');
  return new Intl.DateTimeFormat(tag, { ...(isForm(form) ? FORMS[form] : FORMS.day), timeZone });
});

function isForm(name: string): name is DateForm {
  return Object.hasOwn(FORMS, name);
}
