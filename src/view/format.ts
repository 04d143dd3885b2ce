/** How instants and languages are written. */

/** ISO 8601 in UTC. */
export function isoTime(instant: number): string {
  return new Date(instant).toISOString();
}

export function isoTimeOrNull(instant: number | null): string | null {
  return instant === null ? null : isoTime(instant);
}

/**
 * The first language of an Accept-Language header (RFC 9110 12.5.4) that is a well-formed tag, by
 * its place in the list; undefined when there is none or it is the wildcard.
 */
export function preferredLanguage(header: string | undefined): string | undefined {
  const first = header?.split(',', 1)[0]?.split(';', 1)[0]?.trim();
  if (!first || first === '*' || first.length > 35) return undefined;
  try {
    return Intl.getCanonicalLocales(first)[0];
  } catch {
    return undefined;
  }
}
