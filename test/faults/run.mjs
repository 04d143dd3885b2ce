import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const HELP = `Breaks a running portal in many ways, and checks what must hold then.

  npm run faults -- [names ...]

  --list    print the names, and what each shows
  --short   some seconds each
  --json    print what was found as JSON, a line for each script
  --help    print this

Without names: all. A script that this machine lacks something for is not run; with CI set it counts as one that does not hold.
Exit code 0 when all hold, 2 when the command line is wrong, else 1.
`;

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const END = '.fault.ts';

async function main() {
  const given = read();
  if (typeof given === 'string') return say(process.stderr, `${given}\n\n${HELP}`, 2);
  const { values, names } = given;
  if (values.help) return say(process.stdout, HELP, 0);
  if (values.list) return say(process.stdout, names.map((name) => `${name.padEnd(16)} ${titleOf(name)}\n`).join(''), 0);
  const failed = [];
  for (const name of names) if (!(await holds(name, values))) failed.push(name);
  return failed.length === 0 ? 0 : 1;
}

/** What the command line says, or what is wrong with it. */
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

/** Runs a script as a test, since it uses what the tests use. */
async function holds(name, { short, json }) {
  const folder = mkdtempSync(join(tmpdir(), 'portal-figures-'));
  const file = join(folder, 'figures.json');
  const volume = short ? {} : { PORTAL_TEST_VOLUME: 'full' };
  const began = performance.now();
  try {
    const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
    const child = spawn(process.execPath, [vitest, 'run', 'test/faults/faults.test.ts'], {
      cwd: ROOT,
      env: { ...process.env, ...volume, PORTAL_FAULT: name, PORTAL_FAULT_FIGURES: file },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    // What holds is said by its figures; what does not, by the test.
    let said = '';
    child.stdout.on('data', (chunk) => {
      said += chunk;
    });
    const [code] = await once(child, 'close');
    const seen = code === 0 && existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
    if (seen?.missing !== undefined) return isLacking(name, seen.missing);
    const isHolding = seen !== undefined;
    const found = {
      name,
      holds: isHolding,
      seconds: Math.round((performance.now() - began) / 100) / 10,
      machine: `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`,
      ...seen,
    };
    if (!isHolding) process.stderr.write(said);
    process.stdout.write(json ? `${JSON.stringify(found)}\n` : textOf(found));
    return isHolding;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What a machine lacks is no fault, but where all must be there. */
function isLacking(name, missing) {
  process.stderr.write(`${name}: not run, for lack of ${missing}\n`);
  return !process.env.CI;
}

function textOf({ name, holds, ...figures }) {
  const lines = Object.entries(figures).map(([what, value]) => `  ${what}: ${value}`);
  return [`${name}: ${holds ? 'holds' : 'DOES NOT HOLD'}`, ...lines, ''].join('\n');
}

process.exitCode = await main();
