import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../src/package-root.js';
import type { Reader } from './terminal.js';

/** npm version that comes with each Node version. */
const NPM = { '20': '10', '22': '10', '24': '11' } as const;
export type Major = keyof typeof NPM;
export const MAJORS = ['20', '22', '24'] as const satisfies readonly Major[];

/**
 * Setting of npm that names a folder of prebuilt better-sqlite3 binaries, for machines that cannot reach github.com and
 * are too slow to compile it.
 */
const DRIVERS = 'npm_config_better_sqlite3_local_prebuilds';

export interface Clone {
  /** Contains the clone, the reader's home and the reader's Node. */
  readonly folder: string;
  readonly root: string;
  readonly reader: Reader;
}

/** Clones this checkout's commit, for a reader whose Node and npm come from the registry. */
export function cloneFor(major: Major): Clone {
  const ids = ordinaryUser();
  const folder = mkdtempSync(join(tmpdir(), `portal-clone-${major}-`));
  const [home, node, root] = [join(folder, 'home'), join(folder, 'node'), join(folder, 'portal')];
  run('git', ['clone', '--quiet', '--no-hardlinks', PACKAGE_ROOT, root], folder);
  for (const made of [home, node]) mkdirSync(made);
  chmodSync(folder, 0o755);
  if (ids.uid !== undefined && ids.gid !== undefined) {
    run('chown', ['-R', `${ids.uid}:${ids.gid}`, root], folder);
    for (const made of [folder, home, node]) chownSync(made, ids.uid, ids.gid);
  }
  const bin = join(node, 'node_modules', '.bin');
  const program = join(node, 'node_modules', 'node');
  const machine = settingsOfNpm(program);
  const env = { HOME: home, USER: 'reader', LANG: 'C.UTF-8', ...machine };
  const install = ['install', '--silent', '--prefix', node, `node@${major}`, `npm@${NPM[major]}`];
  run('npm', install, node, { env: { ...env, PATH: process.env.PATH ?? '' }, ...ids });
  // `npm install --global` puts programs next to Node.
  const path = [join(program, 'bin'), bin, '/usr/local/bin', '/usr/bin', '/bin'].join(':');
  return { folder, root, reader: { home, env: { ...env, PATH: path }, ids } };
}

/** If this process is root, the reader is `nobody`, so that root's rights do not hide a fault. */
function ordinaryUser(): Reader['ids'] {
  if (userInfo().uid !== 0) return {};
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/** Settings of this machine by which npm reaches the registry, and the compiler finds Node's headers. */
function settingsOfNpm(program: string): Record<string, string> {
  const get = (name: string) => run('npm', ['config', 'get', name], tmpdir()).trim();
  const set = ['registry', 'cafile'].map((name) => [`npm_config_${name}`, get(name)]);
  const headers = join(program, 'node_modules', `node-${process.platform}-${process.arch}`);
  const nodedir = get('nodedir') === 'undefined' ? [] : [['npm_config_nodedir', headers]];
  const drivers = process.env[DRIVERS] === undefined ? [] : [[DRIVERS, process.env[DRIVERS]]];
  const known = set.filter(([, value]) => value !== 'null' && value !== 'undefined');
  return Object.fromEntries([...known, ...nodedir, ...drivers]);
}

interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly uid?: number;
  readonly gid?: number;
}

function run(command: string, args: readonly string[], cwd: string, options: RunOptions = {}): string {
  const { status, stdout, stderr } = spawnSync(command, [...args], { cwd, encoding: 'utf8', ...options });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`);
  return stdout;
}
