import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const HELP = `Breaks a running portal in many ways and checks what must hold.

  npm run faults -- [names ...]

  --list    print the names and what each shows
  --short   some seconds each
  --json    print the figures as JSON, a line for each script
  --help    print this

Without names: all. A script that needs something this machine lacks is skipped; with CI set it counts as failed.
Exit code 0 when all hold, 2 when the command line is wrong, else 1.
`;

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const END = '.fault.ts';
const REPORTER = './test/faults/fault-reporter.ts';
const COUNT_REPORTER = './test/support/count-reporter.ts';

async function main() {
  const given = read();
  if (typeof given === 'string') return say(process.stderr, `${given}\n\n${HELP}`, 2);
  const { values, names } = given;
  if (values.help) return say(process.stdout, HELP, 0);
  if (values.list) return say(process.stdout, names.map((name) => `${name.padEnd(16)} ${titleOf(name)}\n`).join(''), 0);
  return runAll(names, values);
}

/** Parses options and script names, or returns the error of an invalid command line. */
function read() {
  const flag = { type: 'boolean' };
  try {
    const options = { list: flag, short: flag, json: flag, help: flag };
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const known = readdirSync(FOLDER)
      .filter((file) => file.endsWith(END))
      .map((file) => file.slice(0, -END.length))
      .sort();
    const unknown = positionals.find((name) => !known.includes(name));
    if (unknown !== undefined) return `there is no ${unknown}; there are: ${known.join(', ')}`;
    return { values, names: positionals.length > 0 ? positionals : known };
  } catch (error) {
    return error.message;
  }
}

function say(stream, text, code) {
  stream.write(text);
  return code;
}

function titleOf(name) {
  const text = readFileSync(join(FOLDER, `${name}${END}`), 'utf8');
  return /^ {2}title:\s*(['"])(.+)\1,$/m.exec(text)?.[2] ?? '';
}

/** Runs all scripts in one vitest run, since they use the test support. */
async function runAll(names, { short, json }) {
  const volume = short ? {} : { PORTAL_TEST_VOLUME: 'full' };
  const output = json ? { PORTAL_FAULTS_JSON: '1' } : {};
  const tool = join(ROOT, 'test', 'scripts', 'tool.mjs');
  const reporters = [REPORTER, ...(json ? [] : [COUNT_REPORTER])].map((file) => `--reporter=${file}`);
  const child = spawn(process.execPath, [tool, 'vitest', 'run', 'test/faults/faults.test.ts', ...reporters], {
    cwd: ROOT,
    env: { ...process.env, ...volume, ...output, PORTAL_FAULTS: names.join(',') },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code] = await once(child, 'close');
  return code === 0 ? 0 : 1;
}

process.exitCode = await main();
