import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { userInfo } from 'node:os';
import { delimiter, join } from 'node:path';

/** Debian installs each PostgreSQL version in a separate folder below this one. */
const DEBIAN = '/usr/lib/postgresql';

/** Reason why tests that need a server are skipped. */
export const NO_POSTGRES =
  'no PostgreSQL 15 or later: install one, or name one in PORTAL_TEST_POSTGRES or PORTAL_TEST_POSTGRES_BIN';

/** Globs of the tests that need a PostgreSQL server. */
export const POSTGRES_TESTS = [
  'test/store/postgres*.test.ts',
  'test/e2e/{postgres,migrate-data}*.test.ts',
  'test/e2e/*-postgres.test.ts',
  'test/e2e/{commands-on-server,three-portals}.test.ts',
  'test/surface/readiness-postgres.test.ts',
];

/** False if the tests that need a server must be skipped. */
export function hasPostgres(): boolean {
  return process.env.PORTAL_TEST_POSTGRES !== undefined || findPostgres() !== undefined;
}

/**
 * Returns the folder of the server's programs: `PORTAL_TEST_POSTGRES_BIN`, Debian's oldest installed version,
 * or one on the PATH.
 * @throws Error if there is none
 */
export function postgresBinaries(): string {
  const found = findPostgres();
  if (found === undefined) throw new Error(NO_POSTGRES);
  return found;
}

/** Folder of server programs that include those for standbys; `undefined` if there is none. */
export function binariesForStandbys(): string | undefined {
  return [findPostgres() ?? '', ...debianFolders()].find((folder) => existsSync(join(folder, 'pg_basebackup')));
}

function findPostgres(): string | undefined {
  const named = process.env.PORTAL_TEST_POSTGRES_BIN;
  if (named) return named;
  const folders = [...debianFolders(), ...(process.env.PATH ?? '').split(delimiter)];
  return folders.find((folder) => ['initdb', 'postgres'].every((name) => existsSync(join(folder, name))));
}

/** Sorts the oldest version first, since it has the fewest features. */
function debianFolders(): string[] {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).map(Number) : [];
  return versions.sort((one, other) => one - other).map((version) => join(DEBIAN, String(version), 'bin'));
}

/** User that runs the server. For root it is `postgres`, created if absent, since a server refuses to run as root. */
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
