import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { PACKAGE_ROOT } from '../../src/package-root.js';
import { linkPackages, packPackage, unpackInto } from '../support/packed-package.js';
import { listeningUrl } from '../support/spawn.js';
import { Folder } from './receipts/folder.js';

/** Allowed dependencies of `commerce-portal/receipts`. */
const NEEDED = ['@noble/hashes', 'tweetnacl'];
/** Modules that the two libraries consist of. Of the domain, they need types alone. */
const LIBRARY = [
  /^dist\/src\/(attestation|payment-handler|payment-handler\/conformance|payment-handler\/conformance\/checks)$/,
  /^dist\/src\/(receipts|attestation\/[\w-]+)(\.d\.ts|\.js)$/,
  /^dist\/src\/(payment-handler|payment-handler\/[\w/-]+|ports\/payment[\w-]*)(\.d\.ts|\.js)$/,
  /^dist\/src\/(ports|domain|domain\/(checkout|values))$/,
  /^dist\/src\/domain\/(checkout\/instrument|values\/address)\.d\.ts$/,
];
/** Native code, which cannot be bundled into the program. */
const DRIVER = 'better-sqlite3';

/** Chunks of the program and their source maps. Their names have hashes. */
const CHUNKS = readdirSync(join(PACKAGE_ROOT, 'dist')).filter((name) => /^portal-.+\.js(?:\.map)?$/.test(name));

let shelf: Folder;
/** Path of the packed package. */
let packed: string;
beforeAll(() => {
  shelf = new Folder();
  packed = packPackage(shelf.path);
});
afterAll(() => shelf.remove());

let project: Folder;
beforeEach(() => {
  project = new Folder();
  unpackInto(project.path, packed);
  linkPackages(project.path, NEEDED);
  project.write('package.json', { name: 'project', type: 'module', private: true });
});
afterEach(() => project.remove());

const files = () => readdirSync(project.at('node_modules/commerce-portal'), { recursive: true, encoding: 'utf8' });

const SIGN_AND_CHECK = `
import { AttestationError, generateKeyPair, signReceipt, verifyReceipt, verifyBundle } from 'commerce-portal/receipts';
const receipt = {
  version: 'v0',
  agent_id: 'agt_1',
  consumer_id: 'con_1',
  job_id: 'job-1',
  resolution: 'success',
  context_hash: 'order 1',
  issued_at: '2026-11-20T10:00:00Z',
} as const;
const signed = signReceipt(receipt, generateKeyPair());
let refused: unknown;
try {
  verifyBundle({ bundle: 'v0' });
} catch (error) {
  refused = error;
}
console.log(JSON.stringify({ job: verifyReceipt(signed).job_id, refused: refused instanceof AttestationError && refused.code }));
`;

/** Compiles a correct program of the project and an incorrect one. Returns the compiler output. */
function compiled(right: string, wrong: string): string {
  project.write('use.ts', right);
  project.write('wrong.ts', wrong);
  const lib = ['ES2022', 'DOM'];
  const compilerOptions = { module: 'NodeNext', target: 'ES2022', lib, strict: true, types: [], outDir: 'out' };
  project.write('tsconfig.json', { compilerOptions, files: ['use.ts', 'wrong.ts'] });
  const tsc = join(PACKAGE_ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
  return spawnSync(process.execPath, [tsc, '-p', project.path], { encoding: 'utf8' }).stdout;
}

describe('the package', () => {
  test('contains the program, but no tests, benchmarks or sources', () => {
    const held = files();
    for (const file of ['bin/portal.js', 'db/sqlite/migrations/0005_receipts.sql', 'docs/receipts.md', 'package.json'])
      expect(held).toContain(file);
    expect(held.filter((file) => file.startsWith('docs/dev/'))).toEqual([]);
    const built = [
      'buyer-pages-stripe.js',
      'buyer-pages-stripe.js.br',
      'buyer-pages-stripe.js.gz',
      'buyer-pages.css',
      'buyer-pages.css.br',
      'buyer-pages.css.gz',
      'buyer-pages.js',
      'buyer-pages.js.br',
      'buyer-pages.js.gz',
      'cart-view.html',
      'desk-pages.css',
      'desk-pages.css.br',
      'desk-pages.css.gz',
      'docs-page.css',
      'docs-page.js',
      'verify-page.js',
      'openapi.json',
      'passkeys.js',
      'passkeys.js.br',
      'passkeys.js.gz',
      'portal.js',
      'portal.js.map',
      ...CHUNKS,
      'sbom.cdx.json',
      'src',
      'third-party-licenses.txt',
      'tools.json',
    ];
    expect(readdirSync(project.at('node_modules/commerce-portal/dist')).sort()).toEqual(built.sort());
    const library = held.filter((file) => file.startsWith('dist/src/'));
    expect(library).toContain('dist/src/receipts.d.ts');
    expect(library.filter((file) => !LIBRARY.some((part) => part.test(file)))).toEqual([]);
    const tops = new Set(held.map((file) => file.split('/')[0]));
    expect([...tops].sort()).toEqual(
      [
        ...['CHANGELOG.md', 'LICENSE', 'README.md', 'SECURITY.md', 'mcp.config.json', 'package.json'],
        ...['bin', 'db', 'deploy', 'dist', 'docs', 'verify'],
      ].sort(),
    );
  });

  test('lets a TypeScript project sign and verify with only three dependencies, and checks its types', () => {
    const mistakes = compiled(SIGN_AND_CHECK, SIGN_AND_CHECK.replace("version: 'v0'", "version: 'v1'"));
    expect(mistakes).toContain(`'"v1"' is not assignable to type '"v0"'`);
    expect([...mistakes.matchAll(/^\S+(?=\(\d+,\d+\))/gm)].map(([file]) => basename(file))).toEqual(['wrong.ts']);
    const said = execFileSync(process.execPath, [project.at('out/use.js')], { encoding: 'utf8' });
    expect(JSON.parse(said)).toEqual({
      job: 'job-1',
      refused: 'invalid_bundle',
    });
  });

  test('depends only on the two packages that the receipts library needs, and on the database driver', () => {
    expect(Object.keys(manifest.dependencies).sort()).toEqual([...NEEDED, DRIVER].sort());
  });

  test('runs as a program with all its dependencies', () => {
    linkPackages(project.path, [DRIVER]);
    const portal = (...args: string[]) =>
      execFileSync(process.execPath, [project.at(`node_modules/commerce-portal/${manifest.bin.portal}`), ...args], {
        cwd: project.path,
        encoding: 'utf8',
      });
    expect(portal('--version')).toBe(`${manifest.version}\n`);
    expect(JSON.parse(portal('init', '--demo', '--json', '--db', 'portal.db'))).toHaveProperty('organization_key');
    expect(portal('log', 'checkpoint', '--db', 'portal.db')).toMatch(/\n2\n/);
  });

  test('serves the API description that the build wrote', async () => {
    linkPackages(project.path, [DRIVER]);
    project.write('node_modules/commerce-portal/dist/openapi.json', '{"of":"the build"}');
    const main = project.at(`node_modules/commerce-portal/${manifest.bin.portal}`);
    const child = spawn(
      process.execPath,
      [main, 'serve', '--demo', '--db', 'served.db', '--port', '0', '--log-level', 'silent'],
      {
        cwd: project.path,
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    const url = await listeningUrl(child.stdout);
    const served = await (await fetch(`${url}/openapi.json`)).text();
    const closed = once(child, 'close');
    child.kill('SIGTERM');
    expect(await closed).toEqual([0, null]);
    expect(served).toBe('{"of":"the build"}');
  });

  test('exports only the documented entries', () => {
    const doors = ['commerce-portal', 'commerce-portal/dist/src/app.js', 'commerce-portal/attestation'];
    const script = `Promise.all(${JSON.stringify(doors)}.map((door) => import(door).then(() => 'open', ({ code }) => code)))
      .then((codes) => console.log(codes.join()))`;
    const said = execFileSync(process.execPath, ['-e', script], { cwd: project.path, encoding: 'utf8' });
    expect(said.trim().split(',')).toEqual(doors.map(() => 'ERR_PACKAGE_PATH_NOT_EXPORTED'));
  });
});
