import { execFileSync, spawnSync } from 'node:child_process';
import { basename, dirname, join } from 'node:path';

/** Debian's packages of Go, without modules or network. */
const ENV = { ...process.env, GO111MODULE: 'off', GOPATH: '/usr/share/gocode', GOFLAGS: '' };
const MOD = 'golang.org/x/mod/sumdb/tlog';

/** Reason for skipping tests with golang.org/x/mod here. In CI it must be present. */
export const XMOD_MISSING =
  process.env.CI || spawnSync('go', ['list', MOD], { env: ENV }).status === 0
    ? undefined
    : 'Go with golang.org/x/mod (Debian: golang-go, golang-golang-x-mod-dev) is not on this machine';

/** Compiles a file that may import golang.org/x/mod into a folder. Returns the path of the program. */
export function buildGo(file: string, folder: string): string {
  const program = join(folder, basename(file, '.go'));
  execFileSync('go', ['build', '-o', program, basename(file)], { cwd: dirname(file), env: ENV });
  return program;
}
