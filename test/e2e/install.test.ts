import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import lock from '../../package-lock.json' with { type: 'json' };
import { PACKAGE_ROOT } from '../../src/package-root.js';

/** npm 12 runs only those that package.json allows. */
test('the install scripts of all packages are allowed, and no other', () => {
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
])('npm run test:node -- %j says how it is used: exit code %i', (args, code) => {
  const script = join(PACKAGE_ROOT, 'test', 'scripts', 'on-node.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], { encoding: 'utf8' });
  expect(status).toBe(code);
  expect(code === 0 ? stdout : stderr).toContain('npm run test:node -- <22|24>');
});

test.each([
  [['--help'], 0],
  [['--no-such-option'], 2],
])('npm run test:server -- %j says how it is used: exit code %i', (args, code) => {
  const script = join(PACKAGE_ROOT, 'test', 'scripts', 'on-server.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], { encoding: 'utf8' });
  expect(status).toBe(code);
  expect(code === 0 ? stdout : stderr).toContain('npm run test:server -- [test files');
});
