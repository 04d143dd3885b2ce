import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'vitest';
import type { z } from 'zod';
import { PACKAGE_ROOT } from '../../src/package-root.js';

/** Folder of the test vectors, published ones and our own. By default it is next to the project. */
export const FOLDER = process.env.PORTAL_TEST_VECTORS ?? join(PACKAGE_ROOT, '..', 'shared', 'vectors');

/** Runs the tests of one set of vectors. If the vectors are absent, a single skipped test reports that. */
export function vectors(set: string, tests: () => void): void {
  if (existsSync(FOLDER)) describe(set, tests);
  else
    it(set, ({ skip }) =>
      skip(
        `there is no folder ${FOLDER} (PORTAL_TEST_VECTORS names another); docs/dev/testing.md, Published vectors, has the sources`,
      ),
    );
}

export function readText(file: string): string {
  return readFileSync(join(FOLDER, file), 'utf8');
}

/** Reads a file of vectors. The schema covers only the members that tests use. */
export function readJson<T>(file: string, schema: z.ZodType<T>): T {
  return schema.parse(JSON.parse(readText(file)));
}

/** Number of occurrences of each text in the list. */
export function tally(list: readonly string[]): Readonly<Record<string, number>> {
  return Object.fromEntries(
    [...new Set(list)].sort().map((one) => [one, list.filter((other) => other === one).length]),
  );
}
