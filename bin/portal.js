#!/usr/bin/env node
const { access, existsSync } = require('node:fs');
const nodeModule = require('node:module');
const { availableParallelism } = require('node:os');
const { join } = require('node:path');
const { pathToFileURL } = require('node:url');
const { tooNewDriver } = require('./driver.js');

/**
 * Starts the built program, or says that there is none yet. This file is CommonJS, since Node starts its thread pool
 * before it runs the first ES module.
 */

const DIST = join(__dirname, '..', 'dist');
const PROGRAM = join(DIST, 'portal.js');
/** One slow access to a file must not block all others. */
const MIN_POOL = 2;
/** Node's default. */
const MAX_POOL = 4;

function main() {
  const driver = tooNewDriver(PROGRAM);
  if (driver !== undefined) {
    fail(
      `better-sqlite3 ${driver} needs Node 22.14 or later, and this is ${process.version}: install the portal again, with npm and the Node that runs it`,
    );
  } else if (existsSync(PROGRAM)) {
    if (process.env.UV_THREADPOOL_SIZE === undefined) startPool();
    // From Node 22.1 on. Beside the program, so that nobody can write it who could not write the program as well.
    Reflect.get(nodeModule, 'enableCompileCache')?.(join(DIST, 'compile-cache'));
    void import(pathToFileURL(PROGRAM).href);
  } else {
    fail('it is not built yet: run `npm ci` and `npm run build` in its folder, then try again');
  }
}

/** Starts Node's thread pool with a thread per core. Programs that the portal starts do not inherit the variable. */
function startPool() {
  process.env.UV_THREADPOOL_SIZE = String(Math.min(MAX_POOL, Math.max(MIN_POOL, availableParallelism())));
  access(PROGRAM, () => {});
  delete process.env.UV_THREADPOOL_SIZE;
}

/** @param {string} problem */
function fail(problem) {
  process.stderr.write(`portal: ${problem}\n`);
  process.exitCode = 1;
}

main();
