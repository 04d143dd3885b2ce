const MAX_LENGTH = 60;

/** Scripts with letters that look like Latin ones. */
const LOOKALIKES = ['Cyrillic', 'Greek', 'Armenian', 'Cherokee', 'Coptic', 'Lisu'].map(
  (script) => new RegExp(`\\p{Script=${script}}`, 'u'),
);
const LATIN = /\p{Script=Latin}/u;

/**
 * Returns the name of a client as a person may see it, or `fallback`, such as its host, for a name that could deceive:
 * one with invisible or direction-changing characters, or one that mixes Latin letters with similar ones of another
 * script.
 */
export function shownName(name: string | undefined, fallback: string): string {
  const text = (name ?? '').normalize('NFKC').replace(/\s+/g, ' ').trim();
  if (text === '' || /[\p{C}\p{Zl}\p{Zp}]/u.test(text)) return fallback;
  const scripts = LOOKALIKES.filter((script) => script.test(text)).length + (LATIN.test(text) ? 1 : 0);
  return scripts > 1 ? fallback : [...text].slice(0, MAX_LENGTH).join('');
}
