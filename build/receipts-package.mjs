import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fail, ROOT } from './project.mjs';
import { isBuilt } from './stamp.mjs';

/**
 * Writes the receipts library as a package of its own, `portal-receipts`, from the modules that `npm run build` has
 * compiled: `commerce-portal/receipts` is the same code, but installs a shop with native code around it.
 *
 *     npm run package:receipts [FOLDER] && npm pack ./dist/portal-receipts
 */

/**
 * The version follows the format (docs/receipts-format.md), not the portal: the first number is the newest version of
 * bundles that the library verifies, the second one counts additions to its functions.
 */
const VERSION = '1.0.0';

const target = resolve(process.argv[2] ?? `${ROOT}dist/portal-receipts`);

/** @param {string} path relative to the repository */
function copy(path, to = path) {
  cpSync(`${ROOT}${path}`, join(target, to), { recursive: true });
}

/** Names the modules of the library that are built, with their types. */
function modules() {
  const names = readdirSync(`${ROOT}dist/src/attestation`).map((name) => `attestation/${name}`);
  return ['receipts.js', 'receipts.d.ts', ...names].filter((name) => /\.(js|d\.ts)$/.test(name));
}

function manifest() {
  const { license, engines, dependencies } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8'));
  const { '@noble/hashes': hashes, tweetnacl } = dependencies;
  return {
    name: 'portal-receipts',
    version: VERSION,
    description: 'Sign job receipts, and verify receipts and their bundles, in Node and browsers.',
    license,
    type: 'module',
    sideEffects: false,
    engines: { node: engines.node },
    exports: {
      '.': { types: './lib/receipts.d.ts', default: './lib/receipts.js' },
      './package.json': './package.json',
    },
    files: ['lib', 'verify', 'docs'],
    dependencies: { '@noble/hashes': hashes, tweetnacl },
  };
}

if (!isBuilt(ROOT)) fail('the build is missing or out of date: run `npm run build` first');
rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
for (const name of modules()) copy(`dist/src/${name}`, `lib/${name}`);
for (const name of ['verify.go', 'verify.py']) copy(`verify/${name}`);
copy('docs/receipts-format.md');
copy('docs/verify.md');
copy('LICENSE');
copy('docs/receipts-package.md', 'README.md');
writeFileSync(join(target, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
