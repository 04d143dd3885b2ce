import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

/**
 * Node installations of version managers: their folder, and the path of the program below the folder of a version.
 * @type {readonly (readonly [folder: string, program: string])[]}
 */
const MANAGERS = [
  [join(process.env.NVM_DIR ?? join(homedir(), '.nvm'), 'versions', 'node'), 'bin/node'],
  [join(process.env.FNM_DIR ?? join(homedir(), '.local', 'share', 'fnm'), 'node-versions'), 'installation/bin/node'],
  [join(process.env.VOLTA_HOME ?? join(homedir(), '.volta'), 'tools', 'image', 'node'), 'bin/node'],
];

/**
 * Finds the program of a Node version: for 22, the value of `PORTAL_TEST_NODE_22`, `node22` on the path, or the newest
 * 22 of nvm, fnm or Volta. Returns undefined if there is none.
 * @param {string} major
 */
export function findNode(major) {
  const named = process.env[`PORTAL_TEST_NODE_${major}`];
  if (named) return named;
  const onPath = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, `node${major}`));
  return [...onPath, ...MANAGERS.flatMap((manager) => installed(major, manager))].find((file) => existsSync(file));
}

function installed(major, [folder, program]) {
  const versions = existsSync(folder) ? readdirSync(folder) : [];
  return versions
    .filter((version) => new RegExp(`^v?${major}\\.`).test(version))
    .sort((one, other) => other.localeCompare(one, 'en', { numeric: true }))
    .map((version) => join(folder, version, program));
}
