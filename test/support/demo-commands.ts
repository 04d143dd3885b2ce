import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import { initDemo } from './init-demo.js';
import { run } from './program.js';
import type { Ran } from './spawn.js';
import { temporaryFolder } from './temporary-folder.js';

/** Output of a command that must succeed. */
export function printed({ code, stdout, stderr }: Ran): string {
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
}

/** Error text of a command that must fail with nothing on stdout. */
export function refusal({ code, stdout, stderr }: Ran): string {
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  return stderr;
}

export interface DemoCommands {
  /** Folder of the present test. */
  readonly folder: string;
  done(args: readonly string[]): Promise<string>;
  refused(args: readonly string[]): Promise<string>;
}

/** Commands on a demo database that each test of the file has for itself. */
export function demoCommands(): DemoCommands {
  let folder = '';
  const command = (args: readonly string[]) => run(args, { PORTAL_DB: join(folder, 'portal.db') });
  beforeEach(async () => {
    folder = temporaryFolder();
    printed(await initDemo(join(folder, 'portal.db')));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  return {
    get folder() {
      return folder;
    },
    done: async (args) => printed(await command(args)),
    refused: async (args) => refusal(await command(args)),
  };
}
