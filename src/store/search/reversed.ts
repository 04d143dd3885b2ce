/** A text read backwards, character by character. */
export function reversed(text: string): string {
  return [...text].reverse().join('');
}
