/** Letters that Unicode does not take apart, as people write them without their marks. */
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

/** Text without case and marks: "Café" and "cafe" are the same. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[ßæœøđðłþı]/g, (letter) => LETTERS[letter] ?? letter);
}

/** In German "ae", "oe" and "ue" also stand for umlauts, whose marks are gone by now. */
export function withoutUmlautPairs(word: string): string {
  return word.replace(/(?<![aeiouq])([aou])e(?=[^aeiou]|$)/g, '$1');
}
