import { copyFileSync, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { rolldown } from 'rolldown';
import { buildViews } from '../../build/views.mjs';
import { PACKAGE_ROOT } from '../../src/package-root.js';
import { PROGRAMS, programPath } from './program-path.js';

/** Names stay, for what is said of errors. */
const SMALLER = { compress: false, mangle: false, codegen: { removeWhitespace: true } };

/**
 * Before any test: each program of the tests as one small file with what the build has generated beside it, since a portal
 * of modules takes three times as long to start, and the tests start some sixty; and the cart's view, which modules read
 * from the build.
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
  const file = programPath(name);
  await program.write({ file, format: 'esm', codeSplitting: false, comments: false, minify: SMALLER });
  await program.close();
  for (const built of ['openapi.json', 'tools.json']) copyIfBuilt(built, dirname(file));
}

/** What `npm run build` has written; without it the programs generate it themselves. */
function copyIfBuilt(name: string, folder: string): void {
  const file = join(PACKAGE_ROOT, 'dist', name);
  if (existsSync(file)) copyFileSync(file, join(folder, name));
}
