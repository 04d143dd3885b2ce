import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { PACKAGE_ROOT } from '../package-root.js';

const example = z.strictObject({
  /** The flat arguments, as tools take them. */
  args: z.record(z.string(), z.unknown()),
  /** The success body over HTTP. */
  answer: z.unknown(),
});

/** The sample call of an operation, and its answer. */
export type Example = z.output<typeof example>;

/** By the operation's name. */
export type Examples = Readonly<Record<string, Example>>;

/** Where `npm run gen` records them; below the package's root. */
export const EXAMPLES_FILE = 'docs/examples.json';

/**
 * The examples that were recorded.
 * @throws Error when their file is absent or has another form
 */
export function recordedExamples(): Examples {
  return z.record(z.string(), example).parse(JSON.parse(readFileSync(join(PACKAGE_ROOT, EXAMPLES_FILE), 'utf8')));
}
