#!/usr/bin/env node
import { existsSync } from 'node:fs';

/** Starts the built program, or says that there is none yet. */
const PROGRAM = new URL('../dist/portal.js', import.meta.url);

if (existsSync(PROGRAM)) await import(PROGRAM.href);
else {
  process.stderr.write('portal: it is not built yet: run `npm ci` and `npm run build` in its folder, then try again\n');
  process.exitCode = 1;
}
