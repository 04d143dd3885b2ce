import { dirname, join, normalize } from 'node:path';
import { type File, filesIn } from '../prose.js';
import { drawn } from './drawn.js';

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

/** Files that take long at full volume. Those that took more than a minute have counts of their own in the gate. */
const LONG = [
  'test/attestation/log-proofs.test.ts',
  'test/attestation/verifiers-agree.test.ts',
  'test/delivery/many-receivers.test.ts',
  'test/e2e/import-formats.test.ts',
  'test/e2e/payment-kill.test.ts',
  'test/e2e/receipt-storm.test.ts',
  'test/e2e/three-portals.test.ts',
  'test/pages/cart-view.test.ts',
  'test/pages/nothing-lost.test.ts',
  'test/pages/purchase-matrix.test.ts',
  'test/properties/spending.test.ts',
  'test/store/postgres-cuts.test.ts',
  'test/surface/agents/any-arguments.test.ts',
  'test/surface/books.test.ts',
  'test/surface/fast-path.test.ts',
  'test/ucp/bad-input.test.ts',
  'test/ucp/equality.test.ts',
  'test/ucp/races.test.ts',
];

/**
 * Selects a fifth of the files by the hash of a text, and so that no selection has more long files than another.
 * @throws Error if a long file is not among the files, since a renamed one would count as short
 */
export function drawFifth(files: readonly string[], seed: string): string[] {
  const renamed = LONG.filter((file) => !files.includes(file));
  if (renamed.length > 0) throw new Error(`test/support/volume-files.ts names files that use no volume: ${renamed}`);
  const isLong = (file: string) => LONG.includes(file);
  const draw = (some: readonly string[]) => drawn(some, Math.ceil(some.length / 5), seed);
  return [...draw(files.filter(isLong)), ...draw(files.filter((file) => !isLong(file)))].sort();
}

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
