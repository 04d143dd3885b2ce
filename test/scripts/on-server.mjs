import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const HELP = `Runs tests on the PostgreSQL of this machine, instead of that of the npm registry.

  npm run test:server -- [test files ...]

  --help    print this

The server's programs are those of the folder that PORTAL_TEST_POSTGRES_BIN names, or the oldest of Debian's (apt-get install postgresql). Without test files:
the store, the roles, races of several portals, searches, and the scripts that break portals and servers, each for some seconds.
Exit code 0 when all pass, 2 when the command line is wrong, else 1.
`;

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const DEBIAN = '/usr/lib/postgresql';
/** Those that start PostgreSQL by themselves. */
const OWN = ['test/store/postgres', 'test/e2e/postgres', 'test/e2e/three-portals'];
/** Those that run on the engine that they are told. */
const EITHER = [
  ...['two-processes', 'order-races-processes'].map((name) => `test/e2e/${name}`),
  'test/search/search-queries',
];
const FAULTS = ['postgres-crash', 'postgres-standby'];

async function main() {
  const given = read();
  if (given.values?.help) return say(HELP, 0);
  if (given.fault !== undefined) return say(`${given.fault}\n\n${HELP}`, 2);
  const binaries = binariesOfMachine();
  if (binaries === undefined) return say(`there is no PostgreSQL in ${DEBIAN}: apt-get install postgresql\n`, 1);
  process.stdout.write(`PostgreSQL of ${binaries}\n`);
  const env = { ...process.env, PORTAL_TEST_POSTGRES_BIN: binaries };
  const onEngine = { ...env, PORTAL_TEST_ENGINE: 'postgres' };
  const vitest = join('node_modules', 'vitest', 'vitest.mjs');
  const files = given.positionals;
  const steps =
    files.length > 0
      ? [[onEngine, [vitest, 'run', ...files]]]
      : [
          [env, [vitest, 'run', ...OWN]],
          [onEngine, [vitest, 'run', ...EITHER]],
          [env, [join('test', 'faults', 'run.mjs'), '--short', ...FAULTS]],
        ];
  for (const [environment, args] of steps) if ((await run(args, environment)) !== 0) return 1;
  return 0;
}

function read() {
  try {
    return parseArgs({ options: { help: { type: 'boolean' } }, allowPositionals: true });
  } catch (error) {
    return { fault: error.message };
  }
}

/** The oldest version is the one that promises least. */
function binariesOfMachine() {
  const named = process.env.PORTAL_TEST_POSTGRES_BIN;
  if (named !== undefined) return named;
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN) : [];
  return versions
    .sort((one, other) => Number(one) - Number(other))
    .map((version) => join(DEBIAN, version, 'bin'))
    .find((folder) => existsSync(join(folder, 'initdb')));
}

function say(text, code) {
  (code === 0 ? process.stdout : process.stderr).write(text);
  return code;
}

async function run(args, env) {
  const [code] = await once(spawn(process.execPath, args, { cwd: ROOT, env, stdio: 'inherit' }), 'close');
  return code;
}

process.exitCode = await main();
