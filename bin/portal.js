#!/usr/bin/env node
import { existsSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';
import { tooNewDriver } from './driver.js';

/** Starts the built program, or says that there is none yet. */
const PROGRAM = new URL('../dist/portal.js', import.meta.url);

const driver = tooNewDriver(PROGRAM);

if (driver !== undefined) {
  process.stderr.write(
    `portal: better-sqlite3 ${driver} needs Node 22.14 or later, and this is ${process.version}: install the portal again, with npm and the Node that runs it\n`,
  );
  process.exitCode = 1;
} else if (existsSync(PROGRAM)) {
  // From Node 22.1 on. Beside the program, so that nobody can write it who could not write the program as well.
  Reflect.get(module, 'enableCompileCache')?.(fileURLToPath(new URL('../dist/compile-cache', import.meta.url)));
  await import(PROGRAM.href);
} else {
  process.stderr.write('portal: it is not built yet: run `npm ci` and `npm run build` in its folder, then try again\n');
  process.exitCode = 1;
}
