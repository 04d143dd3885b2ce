/**
 * Replaces each lone surrogate in the texts of a JSON value by U+FFFD, since UTF-8 has no form for it. Only texts of
 * payment providers can have one.
 */
export function wellFormedJson(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (Array.isArray(value)) return value.map(wellFormedJson);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, of]) => [name.toWellFormed(), wellFormedJson(of)]));
}
