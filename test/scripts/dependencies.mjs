import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const HELP = `Checks the licences of the installed packages, and requests their known vulnerabilities from the registry.

  npm run check:dependencies

  --list     print the list of licences
  --offline  check the licences only
  --help     print this

Exit code 1: a licence is not allowed, a vulnerability of level high or critical is known, or the registry
did not answer, so that nothing is known of vulnerabilities.
`;

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Folders with a package.json. The tests' packages are all development tools. */
const FOLDERS = [ROOT, join(ROOT, 'test')];

/** List of the packages bundled into the program, written by the build. */
const BUNDLED = join(ROOT, 'dist', 'third-party-licenses.txt');

/**
 * Licences without conditions on other code. MPL-2.0 is for tools that are not shipped. BSD is that of the English word
 * lists: three clauses, and changes must be marked.
 */
const ALLOWED = new Set([
  ...['MIT', 'MIT-0', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BSD', '0BSD', 'Unlicense', 'CC0-1.0'],
  ...['BlueOak-1.0.0', 'Unicode-3.0', 'Python-2.0', 'CC-BY-4.0', 'Zlib'],
]);
const ALLOWED_IN_TOOLS = new Set([...ALLOWED, 'MPL-2.0']);

function main() {
  const flag = { type: 'boolean' };
  const { values } = parseArgs({ options: { list: flag, offline: flag, help: flag } });
  if (values.help) {
    process.stdout.write(HELP);
    return 0;
  }
  const packages = FOLDERS.flatMap(listInstalled);
  if (values.list) for (const one of packages) process.stdout.write(`${one.name} ${one.version}  ${one.license}\n`);
  const rejected = packages.filter(({ license, isTool }) => !isAllowed(license, isTool ? ALLOWED_IN_TOOLS : ALLOWED));
  for (const { name, license } of rejected) process.stderr.write(`${name} has the licence ${license}\n`);
  process.stdout.write(`${packages.length} packages, ${rejected.length} with a licence that is not allowed\n`);
  const isSafe = values.offline === true || FOLDERS.map(audit).every((safe) => safe);
  return rejected.length === 0 && isSafe ? 0 : 1;
}

/** Lists the installed packages in a folder's lock file. Packages for other systems are not installed. */
function listInstalled(folder) {
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
  const bundled = existsSync(BUNDLED) ? readFileSync(BUNDLED, 'utf8') : '';
  return Object.entries(packages).flatMap(([path, { version, dev }]) => {
    const manifest = join(folder, path, 'package.json');
    if (path === '' || !existsSync(manifest)) return [];
    const { name, license, licenses } = JSON.parse(readFileSync(manifest, 'utf8'));
    const given = license ?? licenses?.map(({ type }) => type).join(' OR ') ?? 'none';
    return [
      {
        name,
        version,
        license: typeof given === 'string' ? given : given.type,
        isTool: (dev === true || folder !== ROOT) && !bundled.includes(`\n${name} ${version}, `),
      },
    ];
  });
}

/** Evaluates an SPDX expression of names, AND and OR. */
function isAllowed(license, allowed) {
  const text = license.replaceAll(/[()]/g, ' ');
  return text.split(/\sOR\s/).some((one) => one.split(/\sAND\s/).every((name) => allowed.has(name.trim())));
}

/**
 * Audits all packages of a folder, since most are bundled into the program. Returns false if a vulnerability of level
 * high or critical is known, or if there is no result.
 */
function audit(folder) {
  const { stdout } = spawnSync('npm', ['audit', '--json'], { cwd: folder, encoding: 'utf8' });
  const found = parseOrUndefined(stdout)?.metadata?.vulnerabilities;
  if (found === undefined) {
    process.stderr.write('NOT CHECKED: the registry did not send the known vulnerabilities of these packages\n');
    return false;
  }
  const { high = 0, critical = 0, total = 0 } = found;
  process.stdout.write(`${total} known vulnerabilities, ${high + critical} of them high or critical\n`);
  return high + critical === 0;
}

function parseOrUndefined(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

process.exitCode = main();
