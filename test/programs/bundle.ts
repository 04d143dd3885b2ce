import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { rolldown } from 'rolldown';
import { hashOf } from '../../build/stamp.mjs';
import { buildViews } from '../../build/views.mjs';
import { PACKAGE_ROOT } from '../../src/package-root.js';
import { PROGRAMS, programPath } from './program-path.js';

/** Names are not shortened, for readable stack traces. */
const SMALLER = { compress: false, mangle: false, codegen: { removeWhitespace: true } };

const FOLDER = join(PACKAGE_ROOT, 'dist', 'test');
const STAMP = join(FOLDER, 'stamp');
/** Inputs of the bundle and of the views. */
const READ = ['src', 'db', 'views', 'build', 'test/programs', 'docs/examples.json', 'node_modules/.package-lock.json'];

/**
 * Global setup: bundles the views and the test programs, so that the programs start three times as fast. Reuses the
 * last bundle if its inputs are unchanged.
 */
export default async function bundlePrograms(): Promise<void> {
  const inputs = hashOf(PACKAGE_ROOT, READ);
  if (!isWritten(inputs)) {
    rmSync(STAMP, { force: true });
    await Promise.all([buildViews(), bundle()]);
    writeFileSync(STAMP, inputs);
  }
  for (const built of ['openapi.json', 'tools.json']) copyIfBuilt(built);
}

function isWritten(inputs: string): boolean {
  const files = [...PROGRAMS.map(programPath), join(PACKAGE_ROOT, 'dist', 'cart-view.html')];
  return existsSync(STAMP) && readFileSync(STAMP, 'utf8') === inputs && files.every((file) => existsSync(file));
}

/** The programs share the modules of the portal in one chunk. */
async function bundle(): Promise<void> {
  const inputs = PROGRAMS.map((name) => [name, join(import.meta.dirname, `${name}.ts`)]);
  const program = await rolldown({
    input: Object.fromEntries(inputs),
    platform: 'node',
    external: ['better-sqlite3'],
  });
  mkdirSync(FOLDER, { recursive: true });
  await program.write({
    dir: dirname(programPath('dying-portal')),
    format: 'esm',
    comments: false,
    minify: SMALLER,
    chunkFileNames: '[name].js',
  });
  await program.close();
}

/** Copies a file if `npm run build` has written it. Without it, the programs generate its content at start. */
function copyIfBuilt(name: string): void {
  const file = join(PACKAGE_ROOT, 'dist', name);
  if (existsSync(file)) copyFileSync(file, join(FOLDER, name));
}
