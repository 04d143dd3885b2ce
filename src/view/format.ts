import { memo } from '../domain/values/memo.js';

/** Formats instants and reads languages. */

/** Formats an instant as ISO 8601 in UTC. */
export function isoTime(instant: number): string {
  return new Date(instant).toISOString();
}

export function isoTimeOrNull(instant: number | null): string | null {
  return instant === null ? null : isoTime(instant);
}

/**
 * Returns the first tag of an Accept-Language header (RFC 9110, 12.5.4); `undefined` if there is none, or if it is
 * malformed or the wildcard.
 */
export function preferredLanguage(header: string | undefined): string | undefined {
  const first = header?.split(',', 1)[0]?.split(';', 1)[0]?.trim();
  if (!first || first === '*' || first.length > 35) return undefined;
  return canonicalTag(first);
}

/** Maximum number of language tags that are remembered. */
const MAX_TAGS = 1000;

const canonicalTag = memo(MAX_TAGS, (tag: string): string | undefined => {
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    return undefined;
  }
});
