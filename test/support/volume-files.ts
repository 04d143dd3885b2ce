import { createHash } from 'node:crypto';
import { dirname, join, normalize } from 'node:path';
import { type File, filesIn } from '../prose.js';

const VOLUME = 'test/support/volume.ts';
/** Excluded, since `npm run faults` runs these files at a separate volume. */
const FAULTS = 'test/faults/';

/** Lists the test files that get a count from `volume(small, full)`, directly or through an imported file. */
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
  // The loop also visits entries added during iteration.
  for (const file of files) {
    if (file === target) return true;
    for (const next of imports.get(file) ?? []) if (!files.includes(next)) files.push(next);
  }
  return false;
}
