import { distance } from 'fastest-levenshtein';
import { foldCase } from './fold-case.js';

/** Maximum characters of a text that may be a typo. */
const MAX_LENGTH = 60;

/**
 * Finds the candidate that was most likely meant, ignoring case, accents and punctuation. The edit distance may be at
 * most 1, 2 or 3 for a text of at least 4, 6 or 11 characters, and must be 0 for a shorter one. `undefined` if none is
 * near.
 */
export function nearest(text: string, candidates: readonly string[]): string | undefined {
  const word = foldCase(text);
  if (word === '' || text.length > MAX_LENGTH) return undefined;
  const most = [4, 6, 11].filter((length) => word.length >= length).length;
  let best: { readonly candidate: string; readonly far: number } | undefined;
  for (const candidate of candidates) {
    const other = foldCase(candidate);
    if (Math.abs(other.length - word.length) > most) continue;
    const far = distance(word, other);
    if (far <= most && far < (best?.far ?? Number.POSITIVE_INFINITY)) best = { candidate, far };
  }
  return best?.candidate;
}

/** Suggests the nearest candidate as `; did you mean "…"?`; empty if none is near. */
export function didYouMean(text: string, candidates: readonly string[]): string {
  const near = nearest(text, candidates);
  return near === undefined ? '' : `; did you mean "${near}"?`;
}
