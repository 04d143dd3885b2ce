import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { driverProblem } from './driver.mjs';
import { fail, ROOT } from './project.mjs';

/**
 * `node build/keep-driver.mjs FOLDER` keeps the compiled better-sqlite3 12 in a folder. With this folder in the
 * environment variable `npm_config_better_sqlite3_local_prebuilds`, its install script compiles nothing.
 */

const BINARY = 'build/Release/better_sqlite3.node';

/**
 * Packs the binary under the name by which the install script looks for it, unless it is there.
 * @param {string} folder
 */
export function keepDriver(folder) {
  const home = join(ROOT, 'node_modules', 'better-sqlite3');
  // Version 13 contains its binaries.
  if (!existsSync(join(home, BINARY))) return;
  const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
  const { platform, arch, versions } = process;
  const file = join(folder, `better-sqlite3-v${version}-node-v${versions.modules}-${platform}-${arch}.tar.gz`);
  if (existsSync(file)) return;
  mkdirSync(folder, { recursive: true });
  // Another installation may read the folder meanwhile.
  const partial = `${file}.${process.pid}`;
  execFileSync('tar', ['czf', partial, '-C', home, BINARY]);
  renameSync(partial, file);
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) fail('usage: node build/keep-driver.mjs FOLDER');
  const problem = driverProblem(ROOT);
  if (problem !== undefined) fail(problem);
  keepDriver(folder);
}
