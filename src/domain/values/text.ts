/**
 * What would act on a terminal, a log or a page instead of being read: control characters but tabs and line feeds, the
 * separators of lines and paragraphs, and what overrides or isolates the direction of text.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const ACTING = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/;

/** Whether all of a text is white or cannot be seen, such as a zero-width space. */
const UNSEEN = /^[\s\p{White_Space}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

export function hasControls(text: string): boolean {
  return ACTING.test(text);
}

export function isBlank(text: string): boolean {
  return UNSEEN.test(text);
}

/** The same for a terminal: what would act on it is shown as `?`, also line feeds and tabs. */
export function onOneLine(text: string): string {
  return [...text].map((character) => (/[\n\t]/.test(character) || hasControls(character) ? '?' : character)).join('');
}
