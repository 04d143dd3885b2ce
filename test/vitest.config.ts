import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { hasPostgres, POSTGRES_TESTS } from './support/postgres-binaries.js';

/** Timeout in milliseconds that only a hanging test reaches, even on a busy machine. */
const HANGS = 600_000;

const NODE_MODULES = join(import.meta.dirname, '..', 'node_modules');
/** Hash of the installed packages. */
const PACKAGES = createHash('sha256')
  .update(readFileSync(join(NODE_MODULES, '.package-lock.json')))
  .digest('hex');

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...(hasPostgres() ? [] : POSTGRES_TESTS)],
    globalSetup: ['./test/programs/bundle.ts', './test/support/postgres-server.ts'],
    // A worker loads the portal's modules once, not once per file. Therefore a file that changes a module or the
    // process, such as by a clock or a spy, must undo the change.
    isolate: false,
    // Requests and responses are short-lived: with more space for them, the garbage collector copies fewer. Its helper
    // threads would compete with the other workers for two cores: a tenth of the processor time.
    execArgv: ['--max-semi-space-size=64', '--single-threaded-gc'],
    // Transformed modules are cached between runs and shared by the projects of the gate. Each set of packages has a
    // folder of its own: Vitest deletes the folder of another set, and then cannot write to it.
    experimental: {
      fsModuleCache: true,
      fsModuleCachePath: join(NODE_MODULES, `.vitest-modules-${PACKAGES.slice(0, 12)}`),
    },
    testTimeout: HANGS,
    hookTimeout: HANGS,
    expect: { poll: { timeout: HANGS } },
    reporters: [
      'default',
      './test/support/skipped-reporter.ts',
      './test/support/checks-reporter.ts',
      './test/support/count-reporter.ts',
    ],
    // One more than the two cores, because workers wait an eighth of the time for PostgreSQL, browsers or timeouts.
    maxWorkers: 3,
  },
});
