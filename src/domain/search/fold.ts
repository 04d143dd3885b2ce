/** Letters that Unicode does not decompose, with their replacements without marks. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
};

const NOT_ASCII = /\P{ASCII}/u;

/** Removes case and marks from a text, so that "Café" equals "cafe". */
export function fold(text: string): string {
  // ASCII has no marks, and most texts are ASCII.
  if (!NOT_ASCII.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[ßæœøđðłþı]/g, (letter) => LETTERS[letter] ?? letter);
}

/**
 * Removes the "e" of German umlauts that are written as "ae", "oe" and "ue", so that they equal "ä", "ö" and "ü", whose
 * marks `fold` removes.
 */
export function withoutUmlautPairs(word: string): string {
  return word.replace(/(?<![aeiouq])([aou])e(?=[^aeiou]|$)/g, '$1');
}
