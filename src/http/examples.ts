import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { PACKAGE_ROOT } from '../package-root.js';

const example = z.strictObject({
  /** Flat arguments, as for a tool. */
  args: z.record(z.string(), z.unknown()),
  /** Body of the successful response over HTTP. */
  answer: z.unknown(),
});

/** An operation's sample call with its response. */
export type Example = z.output<typeof example>;

/** Examples by operation name. */
export type Examples = Readonly<Record<string, Example>>;

/** Path of the file that `npm run gen` writes, relative to the package root. */
export const EXAMPLES_FILE = 'docs/examples.json';

/**
 * Reads the recorded examples.
 * @throws Error if the file is missing or malformed
 */
export function recordedExamples(): Examples {
  return z.record(z.string(), example).parse(JSON.parse(readFileSync(join(PACKAGE_ROOT, EXAMPLES_FILE), 'utf8')));
}
