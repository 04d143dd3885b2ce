import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { PACKAGE_ROOT } from '../../src/package-root.js';
import { diskFolder } from '../support/temporary-folder.js';

/**
 * Runs the package as a desktop client does: `npx -y` with its tarball in an empty folder. Dependencies come from the
 * npm registry, except the driver's binary: it comes from this repository, so that the driver is not compiled.
 */
const IS_ONLINE = process.env.PORTAL_TEST_REGISTRY === '1';

let folder: string;
let spec: string;
beforeAll(() => {
  folder = diskFolder();
  if (!IS_ONLINE) return;
  const tarball = join(folder, 'package.tgz');
  spec = `file:${tarball}`;
  const args = ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder];
  const [file = ''] = execFileSync('npm', args, { cwd: PACKAGE_ROOT, encoding: 'utf8' }).trim().split('\n').slice(-1);
  cpSync(join(folder, file), tarball);
  for (const name of ['cache', 'home', 'empty']) mkdirSync(join(folder, name));
  // Uses this machine's npm cache to avoid downloads.
  const downloaded = join(execFileSync('npm', ['config', 'get', 'cache'], { encoding: 'utf8' }).trim(), '_cacache');
  if (existsSync(downloaded)) symlinkSync(downloaded, join(folder, 'cache', '_cacache'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const environment = (): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  HOME: join(folder, 'home'),
  npm_config_cache: join(folder, 'cache'),
  npm_config_registry: execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim(),
  npm_config_prefer_offline: 'true',
  npm_config_ignore_scripts: 'true',
  npm_config_audit: 'false',
  npm_config_fund: 'false',
});

/**
 * npx installed the driver without a binary. Replaces it with this repository's driver, but keeps the installed version
 * number: tests on a newer Node use a newer driver, and npx would reinstall a driver of another version.
 */
function takeDriver(): void {
  const [home = ''] = readdirSync(join(folder, 'cache', '_npx'));
  const installed = join(folder, 'cache', '_npx', home, 'node_modules', 'better-sqlite3');
  const description = () => JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  const { version } = description();
  rmSync(installed, { recursive: true });
  cpSync(join(PACKAGE_ROOT, 'node_modules', 'better-sqlite3'), installed, { recursive: true });
  writeFileSync(join(installed, 'package.json'), JSON.stringify({ ...description(), version }));
}

test('runs with npx -y and the tarball in an empty folder, and serves the demo shop', async ({ skip }) => {
  if (!IS_ONLINE) skip('it uses the npm registry; PORTAL_TEST_REGISTRY=1 allows that');
  const cwd = join(folder, 'empty');
  const first = spawnSync('npx', ['-y', spec, '--version'], { cwd, env: environment(), encoding: 'utf8' });
  expect([first.status, first.stdout]).toEqual([0, `${manifest.version}\n`]);
  takeDriver();

  const client = new Client({ name: 'test', version: '1.0.0' });
  const args = ['-y', spec, 'stdio', '--demo'];
  await client.connect(new StdioClientTransport({ command: 'npx', args, cwd, env: environment() }));
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toContain('search_catalog');
  const { content } = await client.callTool({ name: 'search_catalog', arguments: { query: 'mug' } });
  expect(JSON.stringify(content)).toContain('enamel-mug');
  const cart = await client.callTool({ name: 'get_checkout', arguments: {} });
  const [page = ''] = /http:\/\/127\.0\.0\.1:\d+\/checkout\/[\w.~-]+/.exec(JSON.stringify(cart.content)) ?? [];
  expect((await fetch(page)).status).toBe(200);
  await client.close();
  expect(readdirSync(cwd)).toEqual([]);
  if (process.platform === 'linux')
    expect(readdirSync(join(folder, 'home', '.local', 'share', 'portal'))).toContain('portal.db');
});
