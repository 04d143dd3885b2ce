import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { CANNOT_BUILD, canBuild, fail, ROOT } from './project.mjs';
import { beginStamp, hasAllModules, isBuilt } from './stamp.mjs';

/**
 * `npm run build` writes the modules with their types into dist/src (used by the library, the tests and the bench), the
 * program as one file into dist, and beside it everything that can be generated from the declarations. It does nothing
 * if all of this exists and is up to date.
 */

/**
 * Compiles what has changed. The compiler does not notice if a module was removed from dist; in that case everything is
 * compiled.
 * @returns {Promise<number>} the exit code of the compiler
 */
async function compile() {
  const args = ['node_modules/typescript/bin/tsc', '-b', 'tsconfig.json', ...(hasAllModules(ROOT) ? [] : ['--force'])];
  const [code] = await once(spawn(process.execPath, args, { cwd: ROOT, stdio: 'inherit' }), 'close');
  return code ?? 1;
}

if (!canBuild()) fail(CANNOT_BUILD);
if (isBuilt(ROOT)) process.exit();
const stamp = beginStamp(ROOT);
const { bundle } = await import('./bundle.mjs');
const { buildViews } = await import('./views.mjs');
const [code] = await Promise.all([compile(), bundle(), buildViews()]);
if (code !== 0) process.exit(code);
const { writeSchemas } = await import('./schemas.mjs');
await writeSchemas();
stamp();
