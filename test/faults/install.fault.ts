import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { PACKAGE_ROOT } from '../../src/package-root.js';
import { linkPackages, unpackInto } from '../support/packed-package.js';
import { volume } from '../support/volume.js';
import type { Fault } from './fault.js';
import { imageIn, isWatched } from './image-steps.js';
import { type Installed, ran, run, served } from './installed-portal.js';

/** Node versions, downloaded from the npm registry. */
const NODES: readonly { readonly major: string; readonly driver: string }[] = volume(
  [],
  [
    { major: '22', driver: '13.2.0' },
    { major: '24', driver: '13.2.0' },
    { major: '20', driver: '12.11.1' },
  ],
);
/** The short run skips steps that need the registry or the git history. */
const IS_WHOLE = NODES.length > 0;
const MOST_PACKAGES = 110;
const MOST_MEGABYTES = 60;
const MIGRATIONS = 'db/sqlite/migrations';

export const fault: Fault = {
  title: 'The tarball runs in an empty folder on Node 20, 22 and 24, and takes over the database of the version before',
  async run(folder) {
    const tarball = packed(PACKAGE_ROOT, folder);
    const seen: Record<string, number | string> = {};
    for (const { major, driver } of NODES) {
      const installed = install(join(folder, `node-${major}`), tarball, major);
      expect(versionIn(installed.folder, 'better-sqlite3')).toBe(driver);
      const { packages, megabytes } = sizeOf(installed.folder);
      expect(packages).toBeLessThanOrEqual(MOST_PACKAGES);
      expect(megabytes).toBeLessThanOrEqual(MOST_MEGABYTES);
      seen[`Node ${major}`] = `${await worksIn(installed)}, ${packages} packages, ${megabytes} MB`;
    }
    const here = unpacked(join(folder, 'here'), tarball);
    seen.unpacked = await worksIn(here);
    if (IS_WHOLE) {
      const image = imageIn(join(folder, 'image'), tarball);
      seen['steps of the image'] = `${await worksIn(image)}, ${megabytesIn(join(image.folder, 'opt'))} MB`;
      await isWatched(image);
      seen['upgraded from'] = await upgrades(folder, here);
    }
    return seen;
  },
};

/** Packs the package as published: this repository from its existing build, a clone from a fresh build. */
function packed(root: string, into: string): string {
  const before = new Set(readdirSync(into));
  const builds = root === PACKAGE_ROOT ? ['--ignore-scripts'] : [];
  run('npm', ['pack', '--silent', ...builds, '--pack-destination', into], root);
  const file = readdirSync(into).find((name) => name.endsWith('.tgz') && !before.has(name));
  if (!file) throw new Error('nothing was packed');
  return join(into, file);
}

function install(folder: string, tarball: string, major: string): Installed {
  mkdirSync(folder);
  const allowScripts = { 'better-sqlite3': true };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, allowScripts }));
  const node = ['-y', '-p', `node@${major}`];
  run('npx', [...node, '-c', `npm install --omit=dev --no-audit --no-fund --silent '${tarball}'`], folder);
  // The portal is started without npx, which does not forward signals.
  const program = run('npx', [...node, '-c', 'node -p process.execPath'], folder).trim();
  expect(run(program, ['--version'], folder)).toMatch(new RegExp(`^v${major}\\.`));
  return { folder, command: [program, join(folder, 'node_modules', manifest.name, manifest.bin.portal)] };
}

/** Installs the tarball with the packages of this repository, so that it needs no registry. */
function unpacked(folder: string, tarball: string): Installed {
  unpackInto(folder, tarball);
  linkPackages(folder, Object.keys(manifest.dependencies));
  return { folder, command: [process.execPath, join(folder, 'node_modules', manifest.name, manifest.bin.portal)] };
}

function versionIn(folder: string, name: string): unknown {
  return JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8')).version;
}

function sizeOf(folder: string) {
  const listed = run('npm', ['ls', '--all', '--parseable'], folder).trim().split('\n');
  return { packages: listed.length - 1, megabytes: megabytesIn(join(folder, 'node_modules')) };
}

function megabytesIn(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true });
  const bytes = files.map((file) => (file.isFile() ? statSync(join(file.parentPath, file.name)).size : 0));
  return Math.ceil(bytes.reduce((sum, size) => sum + size, 0) / 1e6);
}

/** Creates, serves, backs up and checks a shop. Returns the completed steps. */
async function worksIn(installed: Installed): Promise<string> {
  const portal = (...args: readonly string[]) => ran(installed, args);
  expect(portal('--version').trim()).toBe(manifest.version);
  const { deployment_key } = JSON.parse(portal('init', '--demo', '--json', '--db', 'portal.db'));
  await served(installed, async (url) => {
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    const items = await fetch(`${url}/api/commerce/items?query=mug`, { headers: { 'x-api-key': deployment_key } });
    expect(JSON.stringify(await items.json())).toContain('enamel-mug');
    if (IS_WHOLE) portal('backup', 'sets', '--db', 'portal.db');
  });
  if (!IS_WHOLE) return 'installed and served';
  expect(portal('check', '--db', 'portal.db')).not.toContain('INVALID');
  expect(portal('migrate', '--dry-run', '--db', 'portal.db')).toContain('has the schema of this program');
  return 'installed, served, backed up and checked';
}

/** Upgrades a database from the last commit before the newest migration, and rolls back. Returns that commit. */
async function upgrades(folder: string, now: Installed): Promise<string> {
  const commit = versionBefore();
  const clone = join(folder, 'clone');
  run('git', ['clone', '--quiet', PACKAGE_ROOT, clone], folder);
  run('git', ['checkout', '--quiet', commit], clone);
  // A copy: the compiler does not name types in declarations whose real path is outside of the project.
  const copied = { recursive: true, verbatimSymlinks: true };
  cpSync(join(PACKAGE_ROOT, 'node_modules'), join(clone, 'node_modules'), copied);
  mkdirSync(join(folder, 'earlier'));
  const earlier = unpacked(join(folder, 'before'), packed(clone, join(folder, 'earlier')));
  const old = (...args: readonly string[]) => ran(earlier, args);
  const { organization_key } = JSON.parse(old('init', '--demo', '--json', '--db', 'portal.db'));
  const here = join(now.folder, 'upgraded');
  cpSync(earlier.folder, here, { recursive: true, filter: (file) => !file.includes('node_modules') });
  const upgraded = { ...now, folder: here };
  const portal = (...args: readonly string[]) => ran(upgraded, args);
  const migrations = readdirSync(join(PACKAGE_ROOT, MIGRATIONS)).length;
  expect(portal('migrate', '--dry-run', '--db', 'portal.db')).toContain('its copy is valid afterwards');
  expect(existsSync(join(here, `portal.db.before-schema-${migrations}`))).toBe(false);
  await served(upgraded, async (url) => {
    const shops = await fetch(`${url}/api/shops`, { headers: { 'x-api-key': organization_key } });
    expect(JSON.stringify(await shops.json())).toContain('shop_');
  });
  expect(portal('check', '--db', 'portal.db')).not.toContain('INVALID');
  // Rolls back: the copy that the upgrade made must work with the earlier program.
  const copy = readFileSync(join(here, `portal.db.before-schema-${migrations}`));
  expect(() => ran(earlier, ['check', '--db', join(here, 'portal.db')], here)).toThrow();
  expect(() => ran(earlier, ['keys', 'list', '--db', join(here, 'portal.db')], here)).toThrow(/newer version/);
  writeFileSync(join(here, 'back.db'), copy);
  cpSync(join(here, 'portal.db.log-key'), join(here, 'back.db.log-key'));
  expect(ran(earlier, ['keys', 'list', '--db', join(here, 'back.db')], here)).toContain('ok_');
  return commit.slice(0, 7);
}

/**
 * Returns the commit before the one that added the newest migration.
 * @throws Error without git history, as in a tarball
 */
function versionBefore(): string {
  const git = (...args: readonly string[]) => run('git', args, PACKAGE_ROOT).trim();
  const newest = git('log', '--diff-filter=A', '--format=%H', '-1', '--', MIGRATIONS);
  if (newest === '')
    throw new Error('the version before is built from the history of the repository: run this in a clone');
  return git('rev-parse', `${newest}^`);
}
