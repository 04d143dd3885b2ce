/** Letters that Unicode does not decompose, as written without their marks. */
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

/** Text without case and marks: "Café" and "cafe" are equal. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[ßæœøđðłþı]/g, (letter) => LETTERS[letter] ?? letter);
}

/** German spells umlauts as "ae", "oe" and "ue"; their marks are gone at this point. */
export function withoutUmlautPairs(word: string): string {
  return word.replace(/(?<![aeiouq])([aou])e(?=[^aeiou]|$)/g, '$1');
}
