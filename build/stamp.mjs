import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Files and folders that a build reads. The installed packages are listed in npm's own copy of the lock file. */
const READ = [
  'src',
  'db',
  'views',
  'build',
  'docs/examples.json',
  'package.json',
  'package-lock.json',
  'node_modules/.package-lock.json',
  'tsconfig.json',
];
/** The folder that a build writes, in addition to single files. */
const WRITTEN = 'src';
const STAMP = 'stamp.json';

/**
 * True if the last build ran on this version of Node and read the current files, and all that it wrote is unchanged.
 * @param {string} root the folder of package.json
 */
export function isBuilt(root) {
  try {
    return readFileSync(stampOf(root), 'utf8') === textOf(readBy(root), root);
  } catch {
    return false;
  }
}

/**
 * Call before a build. Removes the stamp, so that a build that ends early leaves none, and returns a function that
 * writes the new one. A source that changes during the build is built again by the next build. If a file cannot be
 * read, no stamp is written.
 * @param {string} root
 * @returns {() => void}
 */
export function beginStamp(root) {
  rmSync(stampOf(root), { force: true });
  const read = orNone(() => readBy(root));
  return () => {
    const text = orNone(() => read && textOf(read, root));
    if (text) writeFileSync(stampOf(root), text);
  };
}

/**
 * False if a source has no compiled module.
 * @param {string} root
 */
export function hasAllModules(root) {
  const sources = filesIn(root, WRITTEN).filter((name) => name.endsWith('.ts'));
  return sources.every((name) => existsSync(join(root, 'dist', name.replace(/\.ts$/, '.js'))));
}

/**
 * @param {() => string | undefined} make
 * @returns {string | undefined}
 */
function orNone(make) {
  try {
    return make();
  } catch {
    return undefined;
  }
}

/** @param {string} root */
const stampOf = (root) => join(root, 'dist', STAMP);

/** @param {string} root */
const readBy = (root) => hashOf(root, READ);

/**
 * @param {string} read hash of the files that the build has read
 * @param {string} root
 */
function textOf(read, root) {
  const dist = join(root, 'dist');
  const beside = readdirSync(dist, { withFileTypes: true }).filter((one) => one.isFile() && one.name !== STAMP);
  const written = hashOf(dist, [WRITTEN, ...beside.map(({ name }) => name)]);
  return JSON.stringify({ node: process.version, read, written });
}

/**
 * Hashes the names and contents of files, and of all files in folders.
 * @param {string} folder
 * @param {readonly string[]} names
 */
export function hashOf(folder, names) {
  const hash = createHash('sha256');
  for (const name of names.flatMap((one) => filesIn(folder, one))) {
    const content = readFileSync(join(folder, name));
    hash.update(`${name} ${content.length}\n`).update(content);
  }
  return hash.digest('hex');
}

/**
 * Lists the file with this name, or all files below the folder with this name, always in the same order.
 * @param {string} folder
 * @param {string} name
 * @returns {string[]}
 */
function filesIn(folder, name) {
  const path = join(folder, name);
  if (statSync(path).isFile()) return [name];
  const inside = readdirSync(path, { recursive: true, encoding: 'utf8' }).sort();
  return inside.map((one) => join(name, one)).filter((one) => statSync(join(folder, one)).isFile());
}
