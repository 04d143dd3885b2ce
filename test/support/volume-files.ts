import { createHash } from 'node:crypto';
import { dirname, join, normalize } from 'node:path';
import { type File, filesIn } from '../prose.js';

const VOLUME = 'test/support/volume.ts';
/** `npm run faults` runs these, with a volume of its own. */
const FAULTS = 'test/faults/';

/** The test files that take a count from `volume(small, full)`, directly or through a file they import. */
export function volumeFiles(): string[] {
  const files = filesIn('test', '.ts');
  const paths = files.map(({ path }) => path);
  const imports = new Map(files.map((file) => [file.path, importsOf(file)]));
  const tests = paths.filter((path) => path.endsWith('.test.ts') && !path.startsWith(FAULTS));
  return tests.filter((path) => reaches(path, VOLUME, imports)).sort();
}

/** Selects a fifth of the files by the hash of a text. */
export function drawFifth(files: readonly string[], seed: string): string[] {
  const drawn = [...files].sort((one, other) => compare(rankOf(one, seed), rankOf(other, seed)));
  return drawn.slice(0, Math.ceil(files.length / 5)).sort();
}

const rankOf = (file: string, seed: string) => createHash('sha256').update(`${seed} ${file}`).digest('hex');

const compare = (one: string, other: string) => (one < other ? -1 : 1);

function importsOf({ path, text }: File): string[] {
  const targets = [...text.matchAll(/\bfrom '(\.[^']+)\.js'/g)];
  return targets.map(([, target = '']) => `${normalize(join(dirname(path), target))}.ts`);
}

function reaches(from: string, target: string, imports: ReadonlyMap<string, readonly string[]>): boolean {
  const files = [from];
  // The loop visits entries added during iteration.
  for (const file of files) {
    if (file === target) return true;
    for (const next of imports.get(file) ?? []) if (!files.includes(next)) files.push(next);
  }
  return false;
}
