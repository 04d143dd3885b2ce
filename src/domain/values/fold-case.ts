/**
 * Normalizes text for comparison: lower case, without accents, dots or apostrophes; other punctuation becomes a space.
 */
export function foldCase(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[.'’]/g, '')
    .replaceAll('ß', 'ss')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
