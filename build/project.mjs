import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/** The folder of package.json, with a trailing slash. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** The built program. At run time it also loads its chunks and reads generated files beside it. */
export const PROGRAM = 'dist/portal.js';

/** @type {readonly string[]} */
const BUILDERS = ['typescript', 'rolldown'];

/** False after `npm ci --omit=dev`. */
export function canBuild() {
  const { resolve } = createRequire(`${ROOT}package.json`);
  return BUILDERS.every((name) => {
    try {
      return resolve(`${name}/package.json`) !== '';
    } catch {
      return false;
    }
  });
}

export const CANNOT_BUILD =
  'the packages that build it are not installed: run `npm ci` (without --omit=dev), then try again';

/**
 * Ends the process with a sentence instead of a stack.
 * @param {string} problem
 * @returns {never}
 */
export function fail(problem) {
  process.stderr.write(`portal: ${problem}\n`);
  process.exit(1);
}
