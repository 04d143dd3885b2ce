import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { PACKAGE_ROOT } from '../package-root.js';

const example = z.strictObject({
  /** The flat arguments, as for a tool. */
  args: z.record(z.string(), z.unknown()),
  /** The success body over HTTP. */
  answer: z.unknown(),
});

/** A sample call of an operation and its response. */
export type Example = z.output<typeof example>;

/** By the operation's name. */
export type Examples = Readonly<Record<string, Example>>;

/** Written by `npm run gen`, relative to the package's root. */
export const EXAMPLES_FILE = 'docs/examples.json';

/**
 * Reads the recorded examples.
 * @throws Error if their file is absent or malformed
 */
export function recordedExamples(): Examples {
  return z.record(z.string(), example).parse(JSON.parse(readFileSync(join(PACKAGE_ROOT, EXAMPLES_FILE), 'utf8')));
}
