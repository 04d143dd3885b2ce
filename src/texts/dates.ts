import { memo } from '../domain/values/memo.js';

/** Dates and times for people. Formatters are slow to create, so they are cached. */

const MAX_FORMATTERS = 200;

const FORMS = {
  day: { dateStyle: 'long' },
  shortDay: { weekday: 'short', day: 'numeric', month: 'short' },
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

/** Format of an instant: a day, a day of this week, or a time with zone. */
export type DateForm = keyof typeof FORMS;

/** `time`: ISO 8601. */
export function dateText(time: string, form: DateForm, tag: string, timeZone: string): string {
  return formatterOf(`${form} ${tag} ${timeZone}`).format(new Date(time));
}

/** Range of days such as "Tue, Nov 24 – Thu, Nov 26"; one day if both are equal. */
export function daysText(from: string, to: string, tag: string, timeZone: string): string {
  const format = formatterOf(`shortDay ${tag} ${timeZone}`);
  return format.formatRange(new Date(from), new Date(to));
}

const formatterOf = memo(MAX_FORMATTERS, (key: string) => {
  const [form = 'day', tag, timeZone] = key.split(' ');
  return new Intl.DateTimeFormat(tag, { ...(isForm(form) ? FORMS[form] : FORMS.day), timeZone });
});

function isForm(name: string): name is DateForm {
  return Object.hasOwn(FORMS, name);
}
