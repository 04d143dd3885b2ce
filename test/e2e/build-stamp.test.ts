import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { beginStamp, isBuilt } from '../../build/stamp.mjs';
import { temporaryFolder } from '../support/temporary-folder.js';

/** Files of a built working copy that the stamp covers. */
const FILES = [
  ...[
    'src/main.ts',
    'src/http/app.ts',
    'db/sqlite/migrations/0001_init.sql',
    'views/cart/main.ts',
    'build/build.mjs',
    'docs/examples.json',
  ],
  ...['package.json', 'package-lock.json', 'node_modules/.package-lock.json', 'tsconfig.json'],
  ...['dist/src/main.js', 'dist/portal.js'],
];

let root: string;
beforeEach(() => {
  root = temporaryFolder();
  for (const file of FILES) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), file);
  }
  beginStamp(root)();
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(root, { recursive: true });
});

test('accepts a current build, even with foreign files beside it', () => {
  mkdirSync(join(root, 'dist', 'compile-cache'));
  writeFileSync(join(root, 'dist', 'compile-cache', 'x'), 'x');
  writeFileSync(join(root, 'docs', 'start.md'), 'x');
  expect(isBuilt(root)).toBe(true);
});

test.each(FILES)('rejects the build when %s has changed or is missing', (file) => {
  writeFileSync(join(root, file), file.toUpperCase());
  expect(isBuilt(root)).toBe(false);
  writeFileSync(join(root, file), file);
  expect(isBuilt(root)).toBe(true);
  rmSync(join(root, file));
  expect(isBuilt(root)).toBe(false);
});

test('rejects the build when a source was added, and after an interrupted build', () => {
  writeFileSync(join(root, 'src', 'new.ts'), '');
  expect(isBuilt(root)).toBe(false);
  rmSync(join(root, 'src', 'new.ts'));
  expect(isBuilt(root)).toBe(true);
  beginStamp(root);
  expect(isBuilt(root)).toBe(false);
});

test('rejects the build when a source changed during it', () => {
  const stamp = beginStamp(root);
  writeFileSync(join(root, 'src', 'main.ts'), 'changed');
  stamp();
  expect(isBuilt(root)).toBe(false);
});

test('rejects a build that could not read a source', () => {
  symlinkSync('nowhere', join(root, 'src', '.#main.ts'));
  beginStamp(root)();
  expect(isBuilt(root)).toBe(false);
});

test('rejects the build under another Node version', () => {
  vi.spyOn(process, 'version', 'get').mockReturnValue('v0.0.0');
  expect(isBuilt(root)).toBe(false);
  vi.restoreAllMocks();
  expect(isBuilt(root)).toBe(true);
});
