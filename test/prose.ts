import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { PACKAGE_ROOT } from '../src/package-root.js';

/** Reads comments, titles and texts of the project's files for `tidy.test.ts`. */

export interface File {
  readonly path: string;
  readonly text: string;
}

/** Lists the files in a folder whose names have this ending, except those of installed packages. */
export function filesIn(folder: string, ending: string): File[] {
  return readdirSync(join(PACKAGE_ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending) && !name.split(sep).includes('node_modules'))
    .sort()
    .map((name) => join(folder, name))
    .map((path) => ({ path, text: readFileSync(join(PACKAGE_ROOT, path), 'utf8') }));
}

/** First words with which a comment paraphrases a name instead of giving a reason. */
export const OPENINGS = ['What', 'Whether', 'How', 'Where', 'Who'] as const;

/** Line comments whose slashes were written twice, each as `path:line`. */
export function doubledSlashes({ path, text }: File): string[] {
  const lines = text.split('\n').map((line, index) => ({ line, place: `${path}:${index + 1}` }));
  return lines.filter(({ line }) => /^\s*\/\/ \/\//.test(line)).map(({ place }) => place);
}

/** Comments that begin with the word, each as `path:line`. */
export function commentsBeginning(word: string, { path, text }: File): string[] {
  const found = text.matchAll(new RegExp(`(?:/\\*\\*\\s*(?:\\*\\s*)?|// )${word}\\b`, 'g'));
  return [...found].map(({ index }) => `${path}:${text.slice(0, index).split('\n').length}`);
}

export interface BannedWord {
  readonly word: string;
  readonly instead: string;
}

/** Reads the table under "Banned" in docs/dev/words.md. */
export function bannedWords(): BannedWord[] {
  const page = readFileSync(join(PACKAGE_ROOT, 'docs', 'dev', 'words.md'), 'utf8');
  const [, banned = ''] = page.split('## Banned');
  const rows = [...banned.matchAll(/^\| ([^|]+) \| ([^|]+) \|$/gm)].slice(1);
  return rows.map(([, word = '', instead = '']) => ({ word, instead }));
}

/** Joins comment lines and splits names into words (`mendedWord`), so that banned words are found in both. */
export function spoken(text: string): string {
  return text.replaceAll(/\n\s*(?:\*|\/\/)?\s*/g, ' ').replaceAll(/(?<=[a-z\d])(?=[A-Z])|_/g, ' ');
}

export function timesOf(word: string, spokenText: string): number {
  return spokenText.match(new RegExp(`\\b${word}\\b`, 'gi'))?.length ?? 0;
}

/** Titles of the tests in a file, one per line. */
export function titlesIn({ text }: File): string {
  const titles = text.matchAll(/(?:\b(?:it|test|describe)(?:\.\w+)*|\))\(\s*(['"`])((?:(?!\1).)+)\1,/g);
  return [...titles].map(([, , title = '']) => title).join('\n');
}

/** String literals in which a value "takes" something, each as `path:line`. */
export function takesInTexts({ path, text }: File): string[] {
  const found = text.matchAll(
    /(?:['"`]|: |\} |--[\w-]+ )takes (?:(?:an?|the|one|only|at|no|text|numbers?|strings|ids)\b|[\d"$\\])/g,
  );
  return [...found]
    .map(({ index }) => ({ index, line: text.slice(0, index).split('\n').length }))
    .filter(({ line }) => !/^\s*(?:\/\/|\/?\*)/.test(text.split('\n')[line - 1] ?? ''))
    .map(({ line }) => `${path}:${line}`);
}
