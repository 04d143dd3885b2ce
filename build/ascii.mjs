import { readFileSync, writeFileSync } from 'node:fs';

/** An unescaped backslash before a non-ASCII character. */
const ESCAPED_ALREADY = /(?<!\\)(?:\\\\)*\\[^\0-\x7f]/;

/**
 * Replaces the non-ASCII characters of a program with escapes, which mean the same in strings and regular expressions.
 * Otherwise V8 would store the whole text with two bytes per character for as long as the program runs. Line numbers do
 * not change.
 * @param {string} file
 * @throws Error if a backslash precedes such a character, since an escape would change its meaning
 */
export function writeAsAscii(file) {
  const text = readFileSync(file, 'utf8');
  const [problem] = ESCAPED_ALREADY.exec(text) ?? [];
  if (problem !== undefined) throw new Error(`${file} has ${problem}, which cannot be written in ASCII`);
  writeFileSync(file, text.replaceAll(/[^\0-\x7f]/g, escaped));
}

/** @param {string} unit one UTF-16 code unit */
function escaped(unit) {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
