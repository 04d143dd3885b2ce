import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { PACKAGE_ROOT } from '../../src/package-root.js';
import { makeBundle, makeBundleV1, SIGNER } from '../attestation/bundle-sample.js';
import { linkPackages } from '../support/packed-package.js';
import { Folder } from './receipts/folder.js';

/** The package `portal-receipts`, from its packed file. */

const NEEDED = ['@noble/hashes', 'tweetnacl'] as const;

let project: Folder;
let home: string;
beforeAll(() => {
  project = new Folder();
  const made = project.at('made');
  execFileSync('node', [join(PACKAGE_ROOT, 'build', 'receipts-package.mjs'), made]);
  execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', project.path], { cwd: made });
  home = project.at('node_modules/portal-receipts');
  mkdirSync(home, { recursive: true });
  execFileSync('tar', ['-xzf', project.at('portal-receipts-1.0.0.tgz'), '-C', home, '--strip-components', '1']);
  linkPackages(project.path, NEEDED);
  project.write('package.json', { name: 'project', type: 'module', private: true });
});
afterAll(() => project.remove());

describe('portal-receipts', () => {
  test('contains the library, the verifiers and the format, and no Node modules', () => {
    const held = readdirSync(home, { recursive: true, encoding: 'utf8' }).sort();
    expect(held.filter((name) => !name.startsWith('lib/attestation/'))).toEqual(
      [
        ...['LICENSE', 'README.md', 'docs', 'docs/receipts-format.md', 'docs/verify.md', 'lib', 'lib/attestation'],
        ...['lib/receipts.d.ts', 'lib/receipts.js', 'package.json', 'verify', 'verify/verify.go', 'verify/verify.py'],
      ].sort(),
    );
    const modules = held.filter((name) => name.endsWith('.js')).map((name) => readFileSync(join(home, name), 'utf8'));
    const imported = modules.flatMap((text) => [...text.matchAll(/\bfrom '([^.'][^']*)'/g)].map(([, name]) => name));
    expect(imported.filter((name) => !NEEDED.some((one) => name === one || name?.startsWith(`${one}/`)))).toEqual([]);
  });

  test('depends on three packages, in the versions that the portal uses', () => {
    const { dependencies } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
    expect(dependencies).toEqual(Object.fromEntries(NEEDED.map((name) => [name, manifest.dependencies[name]])));
  });

  test('verifies bundles of both versions, and signs', () => {
    project.write('bundles.json', [makeBundle(), makeBundleV1()]);
    project.write(
      'use.mjs',
      `import { readFileSync } from 'node:fs';
import { generateKeyPair, parseBundle, signReceipt, verifyBundle, verifyReceipt } from 'portal-receipts';
const [v0, v1] = JSON.parse(readFileSync('bundles.json', 'utf8'));
const pins = { signer: process.argv[2] };
const found = [v0, v1].map((bundle) => verifyBundle(parseBundle(JSON.stringify(bundle)), pins));
const { job_id } = verifyReceipt(signReceipt(found[0].receipt, generateKeyPair()));
console.log(JSON.stringify([found[0].log_index, found[1].key_owner.agent_id, found[1].context.order_id, job_id]));`,
    );
    const args = ['use.mjs', SIGNER.publicKey.fingerprint];
    const printed = execFileSync(process.execPath, args, { cwd: project.path, encoding: 'utf8' });
    expect(JSON.parse(printed)).toEqual([4, 'agent_7Q2M', 'ord_1', 'job-0001']);
  });

  test('verifies the example files with the example script', () => {
    const examples = join(PACKAGE_ROOT, 'examples', 'bundles');
    cpSync(join(examples, 'verify.js'), project.at('verify.js'));
    const printed = execFileSync(process.execPath, ['verify.js', examples], { cwd: project.path, encoding: 'utf8' });
    const { job_id, order_id } = JSON.parse(printed);
    expect(job_id).toBe(`buy-${order_id}`);
  });
});
