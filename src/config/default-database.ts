import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';

/** Database of `npm start` in a clone, relative to the working directory. */
const HERE = join('data', 'portal.db');

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Absolute path of the default database: under systemd in the service's StateDirectory, else below the working
 * directory if the file exists there, else in the user's data directory. The working directory alone is not enough,
 * since desktop clients start servers in any folder.
 */
export function defaultDatabase(env: Environment): string {
  return stateOf(env) === undefined && existsSync(HERE) ? resolve(HERE) : join(dataFolder(env), 'portal.db');
}

/**
 * Absolute path of the folder for files without a configured path: the service's StateDirectory, else the user's data
 * directory.
 */
export function dataFolder(env: Environment): string {
  return stateOf(env) ?? join(userData(env), 'portal');
}

function stateOf({ STATE_DIRECTORY: state }: Environment): string | undefined {
  return state !== undefined && isAbsolute(state) ? state : undefined;
}

/** The user's data directory, following the convention of each system. */
export function userData(env: Environment, platform: NodeJS.Platform = process.platform): string {
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support');
  if (platform === 'win32') return env.LOCALAPPDATA || join(homedir(), 'AppData', 'Local');
  // XDG Base Directory Specification: a relative path is invalid and must be ignored.
  const { XDG_DATA_HOME: given } = env;
  return given !== undefined && isAbsolute(given) ? given : join(homedir(), '.local', 'share');
}
