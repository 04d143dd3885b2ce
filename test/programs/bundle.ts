import { rolldown } from 'rolldown';
import { buildViews } from '../../build/views.mjs';
import { PROGRAMS, programPath } from './program-path.js';

/**
 * Before any test: each program of the tests as one file, since a portal of modules takes twice as long to start, and the
 * tests start some sixty; and the cart's view, which modules read from the build.
 */
export default async function bundlePrograms(): Promise<void> {
  await Promise.all([buildViews(), ...PROGRAMS.map(bundle)]);
}

async function bundle(name: (typeof PROGRAMS)[number]): Promise<void> {
  const program = await rolldown({
    input: new URL(`${name}.ts`, import.meta.url).pathname,
    platform: 'node',
    external: ['better-sqlite3'],
  });
  await program.write({ file: programPath(name), format: 'esm', codeSplitting: false });
  await program.close();
}
