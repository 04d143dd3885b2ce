import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import { initDemo } from './init-demo.js';
import { run } from './program.js';
import type { Ran } from './spawn.js';
import { temporaryFolder } from './temporary-folder.js';

/** Checks that a command succeeded without errors, and returns its stdout. */
export function printed({ code, stdout, stderr }: Ran): string {
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
}

/** Checks that a command failed and printed nothing on stdout, and returns its stderr. */
export function refusal({ code, stdout, stderr }: Ran): string {
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  return stderr;
}

export interface DemoCommands {
  /** Folder of the current test. */
  readonly folder: string;
  done(args: readonly string[]): Promise<string>;
  refused(args: readonly string[]): Promise<string>;
}

/** Runs commands on a demo database. Each test of the file gets a new one. */
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
