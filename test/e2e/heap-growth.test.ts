import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { PACKAGE_ROOT } from '../../src/package-root.js';

const MODULE = pathToFileURL(join(PACKAGE_ROOT, 'dist', 'src', 'heap-growth.js')).href;

/** Runs a program, in a process with these options of Node that has begun to slow its growth, and returns its output. */
function output(program: string, ...options: readonly string[]): string {
  const before = `
    import { setImmediate } from 'node:timers/promises';
    import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
    import { slowHeapGrowth } from '${MODULE}';
    const onStarted = slowHeapGrowth(process.execArgv.join(' '));`;
  const args = [...options, '--input-type=module', '--eval', before + program];
  return execFileSync(process.execPath, args, { encoding: 'utf8' });
}

/** Creates many objects, of which the latest stay, and prints the largest size of the young generation in MB. */
const YOUNG = `
  const youngSize = () => getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space').space_size / 2 ** 20;
  const kept = [];
  async function largest() {
    let most = 0;
    for (let turn = 0; turn < 800; turn += 1) {
      kept[turn % 50] = Array.from({ length: 2_000 }, (_, index) => ({ index, turn }));
      if (turn % 5 === 0) await setImmediate();
      most = Math.max(most, youngSize());
    }
    return most;
  }
  const before = await largest();
  onStarted();
  console.log(before, await largest());`;

test('keeps the young generation small during the start, and then below its limit of 16 MB', () => {
  // Node 24 prints 3.75 16.
  expect(output(YOUNG)).toBe('2 16\n');
});

test('leaves the young generation to options of Node that set its size', () => {
  expect(output(YOUNG, '--max-semi-space-size=2')).toBe('4 4\n');
});

test.each([
  ['its own', [], '--heap-growing-percent=25', '--no-parallel-scavenge'],
  [
    "those of Node's options",
    ['--heap-growing-percent=80', '--parallel-scavenge'],
    '--heap-growing-percent=80',
    '--parallel-scavenge',
  ],
])("sets V8's options to %s", (_whose, options, growth, scavenge) => {
  // V8 prints the values of all its flags, and exits.
  const flags = output("setFlagsFromString('--help');", ...options);
  expect(flags).toMatch(new RegExp(`default: ${growth}\\n`));
  expect(flags).toMatch(new RegExp(`default: ${scavenge}\\n`));
});
