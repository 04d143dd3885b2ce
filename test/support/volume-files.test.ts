import { expect, it } from 'vitest';
import { drawFifth, volumeFiles } from './volume-files.js';

const FILES = volumeFiles();

it('finds the files that depend on the volume, directly or through a helper', () => {
  expect(FILES).toContain('test/model/checkout.test.ts');
  // Found through its import of test/store/usage-suite.ts.
  expect(FILES).toContain('test/store/sqlite.test.ts');
  expect(FILES).not.toContain('test/config.test.ts');
  expect(FILES).not.toContain('test/faults/faults.test.ts');
});

it('selects a fifth of these files by commit, and each file for some commit', () => {
  const drawn = drawFifth(FILES, 'commit 1');
  // A fifth of the long files and a fifth of the others are rounded up.
  expect([0, 1]).toContain(drawn.length - Math.ceil(FILES.length / 5));
  expect(drawFifth(FILES, 'commit 1')).toEqual(drawn);
  expect(drawFifth(FILES, 'commit 2')).not.toEqual(drawn);
  const all = Array.from({ length: 200 }, (_, n) => drawFifth(FILES, `commit ${n}`)).flat();
  expect(new Set(all)).toEqual(new Set(FILES));
});
