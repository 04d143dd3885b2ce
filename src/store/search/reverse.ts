/** Reverses a text character by character. */
export function reverse(text: string): string {
  return [...text].reverse().join('');
}
