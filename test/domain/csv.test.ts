import { expect, it } from 'vitest';
import { csvLine, decimalText } from '../../src/domain/books/csv.js';

/** Formats cells as a line without its line end. */
const line = (...cells: Parameters<typeof csvLine>[0]) => csvLine(cells).replace(/\r\n$/, '');

it.each([
  ['=1+1', "'=1+1"],
  ['+1 503 555', "'+1 503 555"],
  ['-1+1', "'-1+1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t'=1"],
  ['\r1', '"\'\r1"'],
  // Spreadsheets that split lines at semicolons or tabs start a new cell within these texts.
  ['Ada;=1+1', "Ada;'=1+1"],
  ['Ada;@x;-2', "Ada;'@x;'-2"],
  ['Ada\t=1+1', "Ada\t'=1+1"],
  ['Ada\n=1+1', '"Ada\n\'=1+1"'],
  ['Ada,=1+1', '"Ada,\'=1+1"'],
  ['"=1+1', '"""\'=1+1"'],
  ['a-b; c=d@e', 'a-b; c=d@e'],
  // Spreadsheets also read full-width signs as the start of a formula.
  ['＝1+1', "'＝1+1"],
  ['＋1;－1', "'＋1;'－1"],
  ['＠SUM(A1)', "'＠SUM(A1)"],
  ['', ''],
])('writes text in a form that spreadsheets do not read as a formula: %j', (text, cell) => {
  expect(line(text)).toBe(cell);
});

it('writes numbers and amounts unchanged, and quotes special characters', () => {
  expect(line(-5, { minor: -1, decimals: 2 }, undefined, 'a "b"', 'c, d')).toBe('-5,-0.01,,"a ""b""","c, d"');
  expect(decimalText({ minor: 1_999, decimals: 0 })).toBe('1999');
  expect(decimalText({ minor: 7, decimals: 3 })).toBe('0.007');
});
