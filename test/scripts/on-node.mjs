import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const HELP = `Runs tests under another Node with better-sqlite3 13, in a copy of the project.

  npm run test:node -- <22|24> [test files ...]

  --keep    leave the copy in place
  --help    print this

Node and better-sqlite3 come from the npm registry. Without test files: store, domain, surfaces, the commands of docs/start.md, stdio and npx.
Exit code 0 when all pass, 2 when the command line is wrong, else 1.
`;

const PACKAGE_ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** better-sqlite3 13 needs Node 22 or later. */
const MAJORS = ['22', '24'];
const DRIVER = 'better-sqlite3@13';
const TESTS = [
  'test/store',
  'test/domain',
  'test/surface',
  ...['readme', 'npx', 'stdio'].map((name) => `test/e2e/${name}.test.ts`),
];
/** What the copy does without. */
const LEFT_OUT = new Set(['.git', 'data', 'coverage']);

/** Says which versions are run, and fails when they are not those that were asked for. */
const CHECK = `
  const { version } = require('better-sqlite3/package.json');
  const sqlite = new (require('better-sqlite3'))(':memory:').prepare('SELECT sqlite_version()').pluck().get();
  console.log('Node ' + process.version + ', better-sqlite3 ' + version + ', SQLite ' + sqlite);
  process.exitCode = process.version.startsWith('v' + process.argv[1] + '.') && version.startsWith('13.') ? 0 : 1;
`;

/** The command that runs now; it is what a signal is for, so that the copy is removed after it. */
let running;
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => running?.kill(signal));

async function main() {
  const { values, positionals } = read();
  if (values.help) return say(HELP, 0);
  const [major = '', ...files] = positionals;
  if (!MAJORS.includes(major)) return say(HELP, 2);
  if ((await run('npm', ['run', '--silent', 'build'], PACKAGE_ROOT)) !== 0) return 1;
  const folder = mkdtempSync(join(tmpdir(), `portal-node-${major}-`));
  try {
    copyTo(folder);
    return await testIn(folder, major, files.length > 0 ? files : TESTS);
  } finally {
    if (values.keep) process.stderr.write(`the copy is in ${folder}\n`);
    else rmSync(folder, { recursive: true });
  }
}

function read() {
  try {
    return parseArgs({
      options: { keep: { type: 'boolean' }, help: { type: 'boolean' } },
      allowPositionals: true,
    });
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    return { values: {}, positionals: [] };
  }
}

function say(text, code) {
  (code === 0 ? process.stdout : process.stderr).write(text);
  return code;
}

/** A real copy: links would lead back to the better-sqlite3 of this checkout. */
function copyTo(folder) {
  // As root, PostgreSQL runs as a user of its own, who has to get to its programs in the copy.
  chmodSync(folder, 0o755);
  cpSync(PACKAGE_ROOT, folder, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => !LEFT_OUT.has(basename(source)) || source.includes('node_modules'),
  });
}

async function testIn(folder, major, files) {
  const under = (command) => run('npx', ['-y', '-p', `node@${major}`, '-c', command], folder);
  const steps = [
    `npm install --no-save --no-package-lock --no-audit --no-fund ${DRIVER}`,
    `node -e ${quoted(CHECK)} ${major}`,
    `node node_modules/vitest/vitest.mjs run ${files.map(quoted).join(' ')}`,
  ];
  for (const step of steps) if ((await under(step)) !== 0) return 1;
  return 0;
}

/** One word for the shell. */
function quoted(text) {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Answers its exit code, null when a signal ended it. */
async function run(command, args, cwd) {
  running = spawn(command, args, { cwd, stdio: 'inherit' });
  const [code] = await once(running, 'close');
  return code;
}

process.exitCode = await main();
