import { readdirSync, readFileSync, statSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/package-root.js';
import { findOriginals } from '../../src/source-lines.js';

const DIST = join(PACKAGE_ROOT, 'dist');
const LINE_STEP = 5;
const COLUMNS = [0, 1, 80, 300, 1_000, 3_000, 10_000, 30_000];

/** Path of the largest source map of the built program; the test samples its lines and columns. */
function largestMap(): string {
  const maps = readdirSync(DIST).filter((name) => /^portal.*\.js\.map$/.test(name));
  const [largest = ''] = maps.map((name) => join(DIST, name)).sort((a, b) => statSync(b).size - statSync(a).size);
  return largest;
}

it('finds the same source positions as the SourceMap class of Node', () => {
  const payload = JSON.parse(readFileSync(largestMap(), 'utf8'));
  const index = new SourceMap(payload);
  // Not the last line, which ends with a segment without a source: Node returns the source of the segment before it.
  const lines = Math.floor((payload.mappings.split(';').length - 1) / LINE_STEP);
  const places = Array.from({ length: lines }, (_, n) =>
    COLUMNS.map((column) => ({ line: n * LINE_STEP, column })),
  ).flat();
  const found = findOriginals(payload.mappings, places);
  let compared = 0;
  for (const place of places) {
    const entry = index.findEntry(place.line, place.column);
    // For a column before the first segment of a line, Node returns the last segment of an earlier line.
    const isOnLine = 'generatedLine' in entry && entry.generatedLine === place.line && 'originalSource' in entry;
    if (!isOnLine || entry.originalSource === undefined) continue;
    const { source = -1, line, column } = found.get(place) ?? {};
    expect([payload.sources[source], line, column], JSON.stringify(place)).toEqual([
      entry.originalSource,
      entry.originalLine,
      entry.originalColumn,
    ]);
    compared += 1;
  }
  expect(compared).toBeGreaterThan(100);
});

it('finds the segment that contains a column, but nothing at a segment without a source or after the last line', () => {
  const place = (line: number, column: number) => ({ line, column });
  const [before, first, none, behind] = [place(0, 3), place(0, 6), place(1, 0), place(9, 0)];
  // "EAAA" begins at column 2, "IAAC" at 6, and "A" of the next line names no source.
  const found = findOriginals('EAAA,IAAC;A', [behind, none, first, before]);
  expect([before, first, none, behind].map((one) => found.get(one))).toEqual([
    { source: 0, line: 0, column: 0 },
    { source: 0, line: 0, column: 1 },
    undefined,
    undefined,
  ]);
});
