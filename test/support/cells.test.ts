import { describe, expect, it, TestRunner } from 'vitest';
import { checkEach } from './cells.js';

const name = String;

describe('checkEach', () => {
  it('checks all cells when one fails, and names those that failed with expected and received values', async () => {
    const checked: number[] = [];
    const failure = checkEach([1, 2, 3, 4], name, async (cell) => {
      checked.push(cell);
      expect(cell % 2).toBe(1);
    });
    await expect(failure).rejects.toThrow(/^2 of 4 cells failed:\n2\n {4}.*\n {4}expected: 1\n {4}received: 0\n4\n/);
    expect(checked).toEqual([1, 2, 3, 4]);
  });

  it('reports the cell whose check throws', async () => {
    const failure = checkEach(['a', 'b'], name, (cell) => {
      if (cell === 'b') throw new TypeError('no connection');
    });
    await expect(failure).rejects.toThrow('1 of 2 cells failed:\nb\n    no connection');
  });

  it('rejects an empty matrix, and two cells with the same name', async () => {
    await expect(checkEach([], name, () => undefined)).rejects.toThrow('no cell');
    await expect(checkEach(['a', 'b', 'a'], name, () => undefined)).rejects.toThrow('two cells have one name: a');
  });

  it('counts each cell as a check of the test', async () => {
    await checkEach([1, 2, 3], name, () => undefined);
    await checkEach([1], name, () => undefined);
    expect(TestRunner.getCurrentTest()?.meta.checks).toBe(4);
  });
});
