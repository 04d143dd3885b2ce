import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { keepDriver } from '../../build/keep-driver.mjs';
import manifest from '../../package.json' with { type: 'json' };
import lock from '../../package-lock.json' with { type: 'json' };
import { PACKAGE_ROOT } from '../../src/package-root.js';
import { startAdvisingRegistry } from '../support/advising-registry.js';
import { environment } from '../support/spawn.js';
import { diskFolder } from '../support/temporary-folder.js';

/** npm 12 runs only the install scripts that package.json allows. */
test('allows the install scripts of all its packages, and no others', () => {
  const withScript = Object.entries(lock.packages).filter(([, entry]) => 'hasInstallScript' in entry);
  expect(withScript.map(([path]) => path)).toEqual(
    Object.keys(manifest.allowScripts).map((name) => `node_modules/${name}`),
  );
});

test.each([
  [['--help'], 0],
  [['20'], 2],
  [[], 2],
  [['24', '--no-such-option'], 2],
])('prints the usage of npm run test:node -- %j with exit code %i', (args, code) => {
  const script = join(PACKAGE_ROOT, 'test', 'scripts', 'on-node.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], { encoding: 'utf8' });
  expect(status).toBe(code);
  expect(code === 0 ? stdout : stderr).toContain('npm run test:node -- [');
});

/** npm runs scripts with these names automatically: `dependencies` after each install, `prepare` before each pack. */
const LIFECYCLE =
  /^(pre|post)?(install|uninstall|prepare|publish|pack|version|restart|shrinkwrap)$|^prepublishOnly$|^dependencies$/;

test('names no script that npm runs on its own, except prepack', () => {
  expect(Object.keys(manifest.scripts).filter((name) => LIFECYCLE.test(name))).toEqual(['prepack']);
});

/** For example, `pretest` would run before `test`. */
test('names no script that runs before or after another one', () => {
  const names = Object.keys(manifest.scripts);
  const paired = names.filter((name) => names.some((other) => name === `pre${other}` || name === `post${other}`));
  expect(paired).toEqual([]);
});

const OPENS = "const Database = require('better-sqlite3'); new Database(':memory:').close()";

test('installs from package.json and its lock file alone, while the registry reports a high advisory', async ({
  skip,
}) => {
  if (process.env.PORTAL_TEST_REGISTRY !== '1') skip('it uses the npm registry; PORTAL_TEST_REGISTRY=1 allows that');
  const folder = diskFolder();
  const project = join(folder, 'project');
  mkdirSync(project);
  for (const name of ['package.json', 'package-lock.json']) cpSync(join(PACKAGE_ROOT, name), join(project, name));
  keepDriver(folder);
  const registry = await startAdvisingRegistry('better-sqlite3');
  const env = {
    ...environment(),
    npm_config_registry: registry.url,
    npm_config_better_sqlite3_local_prebuilds: folder,
  };
  const { stdout } = await promisify(execFile)('npm', ['ci', '--omit=dev', '--audit', '--loglevel=notice'], {
    cwd: project,
    env,
  });
  await registry.close();
  expect(stdout).toContain('1 high severity vulnerability');
  execFileSync(process.execPath, ['-e', OPENS], { cwd: project });
  rmSync(folder, { recursive: true });
});
