import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PACKAGE_ROOT } from '../../src/package-root.js';
import { diskFolder } from '../support/temporary-folder.js';
import { volume } from '../support/volume.js';
import { DoesNotHold, type Fault, type Figures } from './fault.js';
import { searched } from './secrets.js';

declare module 'vitest' {
  interface TaskMeta {
    figures?: Figures;
    /** Requirement of the script that this machine lacks. */
    missing?: string;
  }
}

/** Set by `npm run faults`; `npm test` skips all scripts, since they take minutes. */
const FAULTS = process.env.PORTAL_FAULTS?.split(',') ?? [];

/** Timeout in milliseconds that only a hanging script reaches. */
const HANGS = volume(600_000, 3_600_000);

test.for(FAULTS)('%s', { timeout: HANGS }, async (name, { task, skip }) => {
  const { fault }: { fault: Fault } = await import(`./${name}.fault.ts`);
  const missing = fault.missing?.();
  if (missing !== undefined) {
    task.meta.missing = missing;
    if (process.env.CI) throw new Error(`not run, for lack of ${missing}`);
    skip(missing);
  }
  const folder = diskFolder();
  try {
    searched.taken();
    const seen = await fault.run(folder).catch((error: unknown) => {
      if (error instanceof DoesNotHold) task.meta.figures = error.figures;
      throw error;
    });
    const { lines, found } = searched.taken();
    expect(found, 'secrets in log lines and metrics').toEqual([]);
    task.meta.figures = { ...seen, 'lines searched for secrets': lines };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

const RUNNER = join(PACKAGE_ROOT, 'test', 'faults', 'run.mjs');

/** Command lines of the runner, tested only when no scripts run. */
const COMMAND_LINES: readonly [args: readonly string[], code: number, said: RegExp][] = [
  [['--help'], 0, /npm run faults -- \[names/],
  [['no-such'], 2, /there is no no-such; there are: .*backup/],
  [['--no-such'], 2, /npm run faults -- \[names/],
  [['--list'], 0, /^(?:\S+ +\w.+\n)+$/],
  [['--list', 'backup'], 0, /^backup {2,}\w/],
];
test.each(FAULTS.length === 0 ? COMMAND_LINES : [])(
  'runs npm run faults -- %j with exit code %i',
  (args, code, said) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [RUNNER, ...args], { encoding: 'utf8' });
    expect(`${stdout}${stderr}`).toMatch(said);
    expect(status).toBe(code);
  },
);
