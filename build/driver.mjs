import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { tooNewDriver } from '../bin/driver.js';

/**
 * better-sqlite3 12 imports this function if it was compiled with the headers of Node 24.19 or later. Such a driver
 * aborts the process now and then.
 */
const ABORTING = 'RemoveEnvironmentCleanupHook';

const NEWER = 'on Node 22.14 or later `npm install --no-save better-sqlite3@13` needs no compiler';

/**
 * Says why the better-sqlite3 below a folder cannot be used with this Node, and what to do; `undefined` if it can be
 * used.
 * @param {string} root
 * @param {number} [nodeApi]
 * @returns {string | undefined}
 */
export function driverProblem(root, nodeApi) {
  const importer = join(root, 'package.json');
  const tooNew = tooNewDriver(importer, nodeApi);
  if (tooNew !== undefined) return `better-sqlite3 ${tooNew} needs Node 22.14 or later: run \`npm ci\``;
  const load = createRequire(importer);
  try {
    const Database = load('better-sqlite3');
    new Database(':memory:').close();
  } catch (error) {
    return `better-sqlite3 cannot be loaded: run \`npm ci\`, or \`npm rebuild better-sqlite3\` after a change of Node; ${NEWER} (${oneLine(error)})`;
  }
  const manifest = load.resolve('better-sqlite3/package.json');
  const { version } = JSON.parse(readFileSync(manifest, 'utf8'));
  if (Number.parseInt(version, 10) >= 13 || !isAborting(join(manifest, '..'))) return undefined;
  return `better-sqlite3 ${version}, compiled for Node ${process.versions.node}, would end the process now and then (docs/running.md, Node 22 and 24): run \`npm install --no-save better-sqlite3@13\``;
}

/** @param {string} home */
function isAborting(home) {
  try {
    return readFileSync(join(home, 'build', 'Release', 'better_sqlite3.node')).includes(ABORTING);
  } catch {
    return false;
  }
}

/** @param {unknown} error */
function oneLine(error) {
  const text = error instanceof Error ? error.message : String(error);
  return text.replaceAll(/\s+/g, ' ').slice(0, 200);
}
