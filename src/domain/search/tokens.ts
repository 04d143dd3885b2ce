import { fold } from './fold.js';
import type { SearchLanguage } from './language.js';

/** Longer words are cut: nobody types them. Characters. */
const LONGEST = 40;

/** What stands between spaces: one word, or several that a hyphen joins. */
export type Chunk = readonly string[];

/** The words of a text, folded, in their order. */
export function chunksOf(text: string): Chunk[] {
  const plain = fold(text)
    // 1,000 and 1.000 are 1000.
    .replace(/(?<=(?<!\d)\d{1,3})[,.](?=\d{3}(?!\d))/g, '')
    .replace(/[‘’ʼ`´]/g, "'");
  return (plain.match(/[\p{L}\p{N}]+(?:['\-‐‑][\p{L}\p{N}]+)*/gu) ?? []).map((chunk) =>
    chunk.split(/[-‐‑]/).map(withoutApostrophe),
  );
}

/** Sizes that are stop words elsewhere ("I 'm", "chef 's"). */
const SIZES: ReadonlySet<string> = new Set(['s', 'm', 'l']);

/** Whether a word of a query, or of what can be chosen of an item, says nothing. */
export function isIdle(word: string, language: SearchLanguage): boolean {
  return language.stopWords.has(word) && !SIZES.has(word);
}

/** The words of what can be chosen, such as "Size" and "M". */
export function choiceWordsOf(text: string, language: SearchLanguage): string[] {
  return chunksOf(text)
    .flat()
    .filter((word) => !isIdle(word, language));
}

/** The words of a text without its stop words. Of "T-shirt": t, shirt and tshirt. */
export function wordsOf(text: string, language: SearchLanguage): string[] {
  return chunksOf(text).flatMap((chunk) => {
    const words = chunk.filter((word) => !language.stopWords.has(word));
    return chunk.length > 1 ? [...words, cut(chunk.join(''))] : words;
  });
}

/** "chef's" is of a chef, "l'eau" is water, and "o'neill" is a name. */
function withoutApostrophe(word: string): string {
  const [first = '', second, ...more] = word.split("'");
  if (second === undefined) return cut(first);
  if (second === 's' && more.length === 0) return cut(first);
  if (more.length === 0 && /^([a-z]|qu|un|d[ae]ll|[ansd]ell|all|sull)$/.test(first) && second.length > 2)
    return cut(second);
  return cut(word.replaceAll("'", ''));
}

function cut(word: string): string {
  return word.slice(0, LONGEST);
}
