import { readFileSync, writeFileSync } from 'node:fs';

/** A backslash that is no escaped one itself, before a character that would become an escape. */
const ESCAPED_ALREADY = /(?<!\\)(?:\\\\)*\\[^\0-\x7f]/;

/**
 * Writes the characters of a program that are not ASCII as escapes, which strings and regular expressions read as the same.
 * Otherwise V8 would hold the whole text with two bytes for each character as long as the program runs. Lines stay where they are.
 * @param {string} file
 * @throws Error when a backslash stands before such a character, which would change its meaning
 */
export function writeAsAscii(file) {
  const text = readFileSync(file, 'utf8');
  const [problem] = ESCAPED_ALREADY.exec(text) ?? [];
  if (problem !== undefined) throw new Error(`${file} has ${problem}, which cannot be written in ASCII`);
  writeFileSync(file, text.replaceAll(/[^\0-\x7f]/g, escaped));
}

/** @param {string} unit of UTF-16 */
function escaped(unit) {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
