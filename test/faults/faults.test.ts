import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PACKAGE_ROOT } from '../../src/package-root.js';
import { diskFolder } from '../support/temporary-folder.js';
import { volume } from '../support/volume.js';
import type { Fault } from './fault.js';
import { searched } from './secrets.js';

/** Set by the runner: which script, and where its figures go. */
const { PORTAL_FAULT: only, PORTAL_FAULT_FIGURES: figures } = process.env;

/** Without the runner none: together they take a minute that `npm test` does not have. */
const FAULTS = only === undefined ? [] : [only];

/** Only a script that hangs takes so long. Milliseconds. */
const HANGS = volume(600_000, 3_600_000);

test.each(FAULTS)('%s holds', { timeout: HANGS }, async (name) => {
  const { fault }: { fault: Fault } = await import(`./${name}.fault.ts`);
  const missing = fault.missing?.();
  if (missing !== undefined && figures !== undefined) return writeFileSync(figures, JSON.stringify({ missing }));
  const folder = diskFolder();
  try {
    searched.taken();
    const seen = await fault.run(folder);
    const { lines, found } = searched.taken();
    expect(found, 'secrets in log lines and metrics').toEqual([]);
    const all = { ...seen, 'lines searched for secrets': lines };
    if (figures !== undefined) writeFileSync(figures, JSON.stringify(all));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

const RUNNER = join(PACKAGE_ROOT, 'test', 'faults', 'run.mjs');

/** Beside a script they would say nothing of it. */
const COMMAND_LINES: readonly [args: readonly string[], code: number, said: RegExp][] = [
  [['--help'], 0, /npm run faults -- \[names/],
  [['no-such'], 2, /there is no no-such; there are: .*backup/],
  [['--no-such'], 2, /npm run faults -- \[names/],
  [['--list'], 0, /^(?:\S+ +\w.+\n)+$/],
  [['--list', 'backup'], 0, /^backup {2,}\w/],
];
test.each(only === undefined ? COMMAND_LINES : [])('npm run faults -- %j: exit code %i', (args, code, said) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [RUNNER, ...args], { encoding: 'utf8' });
  expect(`${stdout}${stderr}`).toMatch(said);
  expect(status).toBe(code);
});
