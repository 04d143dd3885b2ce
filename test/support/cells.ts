import { inspect } from 'node:util';
import { type RunnerTestCase, TestRunner } from 'vitest';
import { required } from '../../src/domain/values/required.js';

declare module 'vitest' {
  interface TaskMeta {
    /** Number of cells that the test checked; a test without cells counts as one check. */
    checks?: number;
  }
}

/** Maximum length of an expected or received value in a failure, in characters. */
const MAX_VALUE = 600;

/**
 * Checks every cell of a matrix in one test. The remaining cells are checked even if one fails, and the failure names
 * each failed cell.
 * @throws if there are no cells, or if two have the same name
 */
export async function checkEach<Cell>(
  cells: readonly Cell[],
  nameOf: (cell: Cell) => string,
  check: (cell: Cell) => unknown,
): Promise<void> {
  const names = cells.map(nameOf);
  const repeated = names.filter((name, index) => names.indexOf(name) < index);
  if (cells.length === 0) throw new Error('the matrix has no cell');
  if (repeated.length > 0) throw new Error(`two cells have one name: ${repeated.join(', ')}`);
  const failures: (readonly [name: string, error: unknown])[] = [];
  for (const [index, cell] of cells.entries()) {
    try {
      await check(cell);
    } catch (error) {
      failures.push([names[index] ?? '', error]);
    }
  }
  countChecks(cells.length);
  if (failures.length === 0) return;
  const texts = failures.map(([name, error]) => `${name}\n${indented(describeError(error))}`);
  // The first failure is the cause, so the report shows its lines and diff.
  throw new Error(`${failures.length} of ${cells.length} cells failed:\n${texts.join('\n')}`, {
    cause: failures[0]?.[1],
  });
}

/** Adds to the number of checks that the reporter counts for the running test. */
function countChecks(count: number): void {
  const test: RunnerTestCase | undefined = TestRunner.getCurrentTest();
  const { meta } = required(test, 'test');
  meta.checks = (meta.checks ?? 0) + count;
}

function describeError(error: unknown): string {
  if (!(error instanceof Error)) return inspect(error);
  if (!('expected' in error && 'actual' in error)) return error.message;
  return `${error.message}\nexpected: ${shortened(error.expected)}\nreceived: ${shortened(error.actual)}`;
}

function shortened(value: unknown): string {
  const text = typeof value === 'string' ? value : inspect(value, { depth: 5, breakLength: 120 });
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}…` : text;
}

function indented(text: string): string {
  return text.replaceAll(/^/gm, '    ');
}
