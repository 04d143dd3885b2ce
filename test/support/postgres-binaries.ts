import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { userInfo } from 'node:os';
import { delimiter, join } from 'node:path';

/** Debian's servers, a folder for each version. */
const DEBIAN = '/usr/lib/postgresql';

/** Why there is no server for the tests. */
export const NO_POSTGRES =
  'no PostgreSQL 15 or later: install one, or name one in PORTAL_TEST_POSTGRES or PORTAL_TEST_POSTGRES_BIN';

/** The tests that need a server, as globs. */
export const POSTGRES_TESTS = [
  'test/store/postgres*.test.ts',
  'test/e2e/{postgres,migrate-data}*.test.ts',
  'test/e2e/{commands-on-server,log-rotate-postgres,three-portals}.test.ts',
  'test/surface/readiness-postgres.test.ts',
];

/** False if the tests that need a server are skipped. */
export function hasPostgres(): boolean {
  return process.env.PORTAL_TEST_POSTGRES !== undefined || findPostgres() !== undefined;
}

/**
 * The folder of a server's programs: `PORTAL_TEST_POSTGRES_BIN`, the oldest of Debian's, or the one on the path.
 *
 * @throws Error if there is none
 */
export function postgresBinaries(): string {
  const found = findPostgres();
  if (found === undefined) throw new Error(NO_POSTGRES);
  return found;
}

/** Folder of a server's programs that includes those for standbys; `undefined` if there is none. */
export function binariesForStandbys(): string | undefined {
  return [findPostgres() ?? '', ...debianFolders()].find((folder) => existsSync(join(folder, 'pg_basebackup')));
}

function findPostgres(): string | undefined {
  const named = process.env.PORTAL_TEST_POSTGRES_BIN;
  if (named) return named;
  const folders = [...debianFolders(), ...(process.env.PATH ?? '').split(delimiter)];
  return folders.find((folder) => ['initdb', 'postgres'].every((name) => existsSync(join(folder, name))));
}

/** The oldest version first: it has the fewest features. */
function debianFolders(): string[] {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).map(Number) : [];
  return versions.sort((one, other) => one - other).map((version) => join(DEBIAN, String(version), 'bin'));
}

/** The user of a server. For root it is `postgres`, created if absent, since a server refuses to run as root. */
export function serverUser(): { readonly uid?: number; readonly gid?: number } {
  if (userInfo().uid !== 0) return {};
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { stdio: ['ignore', 'pipe', 'ignore'] }));
  try {
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    execFileSync('useradd', ['--system', '--user-group', 'postgres']);
    return { uid: id('-u'), gid: id('-g') };
  }
}
