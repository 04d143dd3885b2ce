import { fold } from './fold.js';
import type { SearchLanguage } from './language.js';

/** Maximum characters of a word. Longer words are cut, since nobody types them. */
const MAX_WORD_LENGTH = 40;

/** A word, or several joined by hyphens. */
export type Chunk = readonly string[];

/** Splits a text into folded words, in order. */
export function splitChunks(text: string): Chunk[] {
  const plain = fold(text)
    // Thousands separators: 1,000 and 1.000 become 1000.
    .replace(/(?<=(?<!\d)\d{1,3})[,.](?=\d{3}(?!\d))/g, '')
    .replace(/[‘’ʼ`´]/g, "'");
  return (plain.match(/[\p{L}\p{N}]+(?:['\-‐‑][\p{L}\p{N}]+)*/gu) ?? []).map((chunk) =>
    chunk.split(/[-‐‑]/).map(withoutApostrophe),
  );
}

/** Sizes that are also stop words, because of texts such as "I'm" and "chef's". */
const SIZES: ReadonlySet<string> = new Set(['s', 'm', 'l']);

/** True if a word of a query or choice is a stop word and not a size. */
export function isInsignificant(word: string, language: SearchLanguage): boolean {
  return language.stopWords.has(word) && !SIZES.has(word);
}

/** Splits the text of a choice, such as "Size" or "M", into words without stop words. */
export function splitChoiceWords(text: string, language: SearchLanguage): string[] {
  return splitChunks(text)
    .flat()
    .filter((word) => !isInsignificant(word, language));
}

/** Splits a text into words without stop words. "T-shirt" gives t, shirt and tshirt. */
export function splitWords(text: string, language: SearchLanguage): string[] {
  return splitChunks(text).flatMap((chunk) => {
    const words = chunk.filter((word) => !language.stopWords.has(word));
    return chunk.length > 1 ? [...words, cut(chunk.join(''))] : words;
  });
}

/** Removes apostrophes: "chef's" becomes chef, "l'eau" becomes eau, and "o'neill" becomes oneill. */
function withoutApostrophe(word: string): string {
  const [first = '', second, ...more] = word.split("'");
  if (second === undefined) return cut(first);
  if (second === 's' && more.length === 0) return cut(first);
  if (more.length === 0 && /^([a-z]|qu|un|d[ae]ll|[ansd]ell|all|sull)$/.test(first) && second.length > 2)
    return cut(second);
  return cut(word.replaceAll("'", ''));
}

function cut(word: string): string {
  return word.slice(0, MAX_WORD_LENGTH);
}
