import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Runs a tool of test/package.json on the project: `node test/scripts/tool.mjs vitest run …`. Only developers need the
 * packages of that file, so they are installed at first use.
 */

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FOLDER = join(ROOT, 'test');

/** Installs the packages of test/package.json, unless the versions in the lock file are installed. */
function ensureInstalled() {
  if (isInstalled()) return;
  process.stderr.write('installing the packages of the tests (npm ci --prefix test)\n');
  const { status } = spawnSync('npm', ['ci', '--silent', '--no-audit', '--no-fund', '--prefix', FOLDER], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status === 0) return;
  process.stderr.write('portal: the packages of the tests could not be installed\n');
  process.exit(1);
}

/** Packages for other systems may be missing, since npm does not install them. */
function isInstalled() {
  const installed = join(FOLDER, 'node_modules', '.package-lock.json');
  if (!existsSync(installed)) return false;
  const [wanted, found] = [packagesIn(join(FOLDER, 'package-lock.json')), packagesIn(installed)];
  return Object.entries(wanted).every(
    ([path, { version, optional }]) =>
      path === '' || (found[path] ? found[path].version === version : optional === true),
  );
}

function packagesIn(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages;
}

function programOf(name) {
  const owner = name === 'biome' ? '@biomejs/biome' : name;
  const folder = join(FOLDER, 'node_modules', owner);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(folder, typeof bin === 'string' ? bin : bin[name]);
}

const [name = '', ...args] = process.argv.slice(2);
if (name === 'vitest' && !args.includes('--config')) args.push('--config', 'test/vitest.config.ts');
ensureInstalled();
const child = spawn(process.execPath, [programOf(name), ...args], { cwd: ROOT, stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
const [code, signal] = await once(child, 'close');
process.exitCode = code ?? 128 + constants.signals[signal];
