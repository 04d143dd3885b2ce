import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../src/package-root.js';

/** Programs that tests start in separate processes. */
export const PROGRAMS = [
  'dying-portal',
  'faulty-portal',
  'delivering-portal',
  'reading-store',
  'stripe-portal',
] as const;

/** Path of the bundled program, for `fork`. */
export function programPath(name: (typeof PROGRAMS)[number]): string {
  return join(PACKAGE_ROOT, 'dist', 'test', `${name}.js`);
}
