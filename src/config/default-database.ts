import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';

/** Where `npm start` keeps the database of a clone, below the folder that a command is started in. */
const HERE = join('data', 'portal.db');

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The database of a command that names none: the one below the current folder where there is one, else that of the user.
 * Under systemd it is in the service's StateDirectory. A desktop client starts its servers in any folder, so the current one alone would not do. Absolute.
 */
export function defaultDatabase(env: Environment): string {
  return stateOf(env) === undefined && existsSync(HERE) ? resolve(HERE) : join(dataFolder(env), 'portal.db');
}

/** Where a portal keeps its files that are named nowhere: in the service's StateDirectory, else in the user's data directory. Absolute. */
export function dataFolder(env: Environment): string {
  return stateOf(env) ?? join(userData(env), 'portal');
}

function stateOf({ STATE_DIRECTORY: state }: Environment): string | undefined {
  return state !== undefined && isAbsolute(state) ? state : undefined;
}

/** Where programs keep a user's data: each system's own convention. */
export function userData(env: Environment, platform: NodeJS.Platform = process.platform): string {
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support');
  if (platform === 'win32') return env.LOCALAPPDATA || join(homedir(), 'AppData', 'Local');
  // XDG Base Directory Specification: a relative path is not valid and is ignored.
  const { XDG_DATA_HOME: given } = env;
  return given !== undefined && isAbsolute(given) ? given : join(homedir(), '.local', 'share');
}
