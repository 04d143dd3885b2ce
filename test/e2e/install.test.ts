import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import lock from '../../package-lock.json' with { type: 'json' };
import { PACKAGE_ROOT } from '../../src/package-root.js';

/** npm 12 runs only the ones that package.json allows. */
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

/** npm runs a script of such a name by itself: `dependencies` after each install, `prepare` before each pack. */
const LIFECYCLE =
  /^(pre|post)?(install|uninstall|prepare|publish|pack|version|restart|shrinkwrap)$|^prepublishOnly$|^dependencies$/;

test('names no script that npm runs on its own, except prepack', () => {
  expect(Object.keys(manifest.scripts).filter((name) => LIFECYCLE.test(name))).toEqual(['prepack']);
});

/** `pretest` would run before `test`. */
test('names no script that runs before or after another one', () => {
  const names = Object.keys(manifest.scripts);
  const paired = names.filter((name) => names.some((other) => name === `pre${other}` || name === `post${other}`));
  expect(paired).toEqual([]);
});
