const RFC_3339 =
  /^(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/**
 * Parses an RFC 3339 time with a time zone to milliseconds since the epoch; `undefined` for other text and nonexistent
 * days.
 */
export function readInstant(text: string): number | undefined {
  const [, year, month, day] = RFC_3339.exec(text) ?? [];
  if (year === undefined) return undefined;
  const lastDay = new Date(Date.UTC(2000, Number(month), 0));
  lastDay.setUTCFullYear(Number(year), Number(month), 0);
  return Number(day) <= lastDay.getUTCDate() ? Date.parse(text) : undefined;
}
