/** Reverses a text character by character. */
export function reverse(text: string): string {
  return [...text].reverse().join('');
}

/** Reverses a word, to search for words by their end; `null` if it contains a digit. */
export function reverseWord(word: string): string | null {
  return word === '' || /\p{N}/u.test(word) ? null : reverse(word);
}
