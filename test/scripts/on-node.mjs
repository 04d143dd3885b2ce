import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { findNode } from './find-node.mjs';

const HELP = `Runs tests under another Node with better-sqlite3 13, in a copy of the project.

  npm run test:node -- [--offline | --all] <22|24> [22|24] [test files ...]

  --offline  use an installed Node (test/README.md) and npm's cache, and skip versions that are missing
  --all      run all tests of the store, the domain and the surfaces
  --keep     leave the copy in place
  --help     print this

Without --offline, Node and better-sqlite3 come from the npm registry. Without test files, the script runs those whose
result can depend on Node.
Exit code 0 when all pass, 2 when the command line is wrong, else 1.
`;

const PACKAGE_ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** better-sqlite3 13 requires Node 22 or later. */
const MAJORS = ['22', '24'];
const DRIVER = 'better-sqlite3@13';
const ALL = ['test/store', 'test/domain', 'test/surface', ...e2e('readme', 'npx', 'stdio')];
/** Tests whose result can depend on Node: driver, files, processes, signals, sockets, streams and MCP clients. */
const DIFFERING = [
  ...['expired-carts', 'file-mark', 'file-space', 'foreign-file', 'erased-bytes', 'journal'].map(store),
  ...['log-heads', 'log-key', 'media-folder', 'migration', 'migrations-portable', 'read-faults'].map(store),
  ...['row-forms', 'sqlite', 'sqlite-file', 'sqlite-statements', 'write-health'].map(store),
  ...e2e('backup', 'closed-database', 'mcp-clients', 'npx', 'processes', 'readme', 'sigterm', 'start', 'stdio'),
  ...['connection-limits', 'listener', 'mcp-clients', 'pages', 'parity', 'uploads'].map((name) =>
    file('surface', name),
  ),
];
/** Folders omitted from the copy. */
const LEFT_OUT = new Set(['.git', 'data', 'coverage']);

/** Prints the running versions, and fails if they differ from the requested ones. */
const CHECK = `
  const { version } = require('better-sqlite3/package.json');
  const sqlite = new (require('better-sqlite3'))(':memory:').prepare('SELECT sqlite_version()').pluck().get();
  console.log('Node ' + process.version + ', better-sqlite3 ' + version + ', SQLite ' + sqlite);
  process.exitCode = process.version.startsWith('v' + process.argv[1] + '.') && version.startsWith('13.') ? 0 : 1;
`;

/** The current command. It receives this process's signals, so that it ends and the copy can be removed. */
let running;
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => running?.kill(signal));

async function main() {
  const { values, positionals } = readCommandLine();
  if (values.help) return print(HELP, 0);
  const majors = positionals.filter((one) => MAJORS.includes(one));
  const files = positionals.filter((one) => !MAJORS.includes(one));
  if (majors.length === 0 || files.some((one) => !one.includes('/'))) return print(HELP, 2);
  const tests = files.length > 0 ? files : values.all ? ALL : DIFFERING;
  const nodes = majors.map((major) => ({ major, local: values.offline ? findNode(major) : undefined }));
  const present = nodes.filter(({ local }) => !values.offline || local !== undefined);
  for (const { major } of nodes.filter((one) => !present.includes(one)))
    print(`skipped: Node ${major} is not installed (npm run test:node -- ${major} gets it from the npm registry)\n`, 0);
  if (present.length > 0 && (await run('npm', ['run', '--silent', 'build'], PACKAGE_ROOT)) !== 0) return 1;
  for (const node of present) if ((await testOn(node, tests, values)) !== 0) return 1;
  return 0;
}

function readCommandLine() {
  const flag = { type: 'boolean' };
  try {
    const options = { offline: flag, all: flag, keep: flag, help: flag };
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    return { values: {}, positionals: [] };
  }
}

function print(text, code) {
  (code === 0 ? process.stdout : process.stderr).write(text);
  return code;
}

async function testOn({ major, local }, tests, { keep, offline }) {
  const folder = mkdtempSync(join(tmpdir(), `portal-node-${major}-`));
  try {
    copyTo(folder);
    const runUnder = local === undefined ? runFromRegistry(folder, major) : runLocally(folder, local);
    const install = `npm install --no-save --no-package-lock --no-audit --no-fund ${offline ? '--offline ' : ''}${DRIVER}`;
    if ((await runUnder(install)) !== 0) {
      if (!offline) return 1;
      return print(`skipped: Node ${major}: ${DRIVER} is not in npm's cache\n`, 0);
    }
    if ((await runUnder(`node -e ${quoted(CHECK)} ${major}`)) !== 0) return 1;
    return await runUnder(`node test/scripts/tool.mjs vitest run ${tests.map(quoted).join(' ')}`);
  } finally {
    if (keep) process.stderr.write(`the copy is in ${folder}\n`);
    else rmSync(folder, { recursive: true });
  }
}

/** Copies files instead of linking them, since links would lead to this checkout's better-sqlite3. */
function copyTo(folder) {
  // If the tests run as root, PostgreSQL runs as another user, which needs access to its programs in the copy.
  chmodSync(folder, 0o755);
  cpSync(PACKAGE_ROOT, folder, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => !LEFT_OUT.has(basename(source)) || source.includes('node_modules'),
  });
}

function runFromRegistry(folder, major) {
  const env = { ...process.env, PORTAL_TEST_REGISTRY: '1' };
  return (command) => run('npx', ['-y', '-p', `node@${major}`, '-c', command], folder, env);
}

/** npm and its scripts use the first `node` on the path. */
function runLocally(folder, program) {
  const bin = join(folder, '.node');
  mkdirSync(bin);
  symlinkSync(program, join(bin, 'node'));
  const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` };
  return (command) => run('sh', ['-c', command], folder, env);
}

/** Quotes a word for the shell. */
function quoted(text) {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function store(name) {
  return file('store', name);
}

function e2e(...names) {
  return names.map((name) => file('e2e', name));
}

function file(folder, name) {
  return `test/${folder}/${name}.test.ts`;
}

/** Resolves to the exit code, or null if a signal ended the process. */
async function run(command, args, cwd, env = process.env) {
  running = spawn(command, args, { cwd, env, stdio: 'inherit' });
  const [code] = await once(running, 'close');
  return code;
}

process.exitCode = await main();
