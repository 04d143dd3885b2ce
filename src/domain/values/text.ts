/**
 * Characters that can disrupt terminals, logs or pages: control characters except tab and line feed, line and paragraph
 * separators, and direction overrides or isolates.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const ACTING = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/;

/** Any visible character: not white space, and not an invisible one such as a zero-width space. */
const SEEN = /[^\s\p{White_Space}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

export function hasControls(text: string): boolean {
  return ACTING.test(text);
}

export function withoutControls(text: string): string {
  return hasControls(text) ? [...text].filter((character) => !hasControls(character)).join('') : text;
}

export function isBlank(text: string): boolean {
  return !SEEN.test(text);
}

/** Converts text to one line for a terminal: control characters, including line feeds and tabs, become `?`. */
export function onOneLine(text: string): string {
  return [...text].map((character) => (/[\n\t]/.test(character) || hasControls(character) ? '?' : character)).join('');
}
