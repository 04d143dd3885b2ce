import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/package-root.js';
import { FOLDER, vectors } from './vectors.js';

const USED = [
  'agent-receipts/canonicalization_vectors.json',
  'c2sp/signed_note.json',
  'cctv-ed25519/ed25519vectors.json',
  'cctv-ed25519/low_order_points.json',
  'ed25519-speccheck/cases.json',
  'jcs/es6_numbers_first_10000.txt',
  ...['input', 'output'].flatMap((side) =>
    ['arrays', 'french', 'structures', 'values'].map((name) => `jcs/${side}/${name}.json`),
  ),
  'made-here/pem_cases.json',
  'made-here/receipt_v0.json',
  'merkle-rfc6962/proofs.json',
  'merkle-rfc6962/tree.json',
  ...[
    'canonDocJCS.txt',
    'combinedHashJCS.txt',
    'docHashJCS.txt',
    'proofCanonJCS.txt',
    'proofConfigJCS.json',
    'proofHashJCS.txt',
    'publicKey.json',
    'sigHexJCS.txt',
    'signedJCS.json',
  ].map((name) => `w3c-eddsa-jcs-2022/${name}`),
  'wycheproof/ed25519_test.json',
];
/** Receipts v0 do not use DSSE, and their requests are not signed with RFC 9421. */
const UNUSED = ['dsse/pae.json', 'rfc9421.json'];

vectors('the folder of vectors, 30 files', () => {
  it('contains 28 tested files and 2 untested ones', () => {
    const found = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter(
      (name) => /\.(json|txt)$/.test(name) && !/LICENSE|README/.test(name),
    );
    expect(found.sort()).toEqual([...USED, ...UNUSED].sort());
    expect([USED.length, UNUSED.length]).toEqual([28, 2]);
  });

  it.each(USED)('uses %s in a test', (file) => {
    const tests = readdirSync(import.meta.dirname).filter(
      (name) => name.endsWith('.ts') && name !== 'inventory.test.ts',
    );
    const texts = tests.map((name) => readFileSync(join(import.meta.dirname, name), 'utf8'));
    const name =
      file
        .split('/')
        .at(-1)
        ?.replace(/JCS\.txt$/, 'JCS') ?? '';
    expect(texts.some((text) => text.includes(name))).toBe(true);
  });
});

it('uses RFC 9421 only for UCP and never uses DSSE, so receipts need no vectors for them', () => {
  const sources = readdirSync(join(PACKAGE_ROOT, 'src'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  const naming = (pattern: RegExp) =>
    sources.filter((name) => pattern.test(readFileSync(join(PACKAGE_ROOT, 'src', name), 'utf8')));
  expect(naming(/\bdsse|\bPAE\b/i)).toEqual([]);
  expect(naming(/9421/).filter((name) => !name.includes('ucp'))).toEqual([]);
  expect(sources.length).toBeGreaterThan(80);
});
