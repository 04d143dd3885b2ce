import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { parseEnv } from 'node:util';
import { ConfigError } from './values.js';

const NAME = 'portal.env';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns the environment with the `PORTAL_` settings of the configuration file added. Variables that are already set
 * win.
 * @throws ConfigError when the file named by `PORTAL_CONFIG` cannot be read
 */
export function withConfigFile(env: Environment): Environment {
  const text = textOf(env);
  if (text === undefined) return env;
  const settings = Object.entries(parseEnv(text)).filter(([name]) => name.startsWith('PORTAL_'));
  return { ...Object.fromEntries(settings), ...env };
}

function textOf(env: Environment): string | undefined {
  const { PORTAL_CONFIG: named } = env;
  if (named) {
    const text = readable(named);
    if (text === undefined) throw new ConfigError(`PORTAL_CONFIG names ${named}, which cannot be read`);
    return text;
  }
  for (const file of placesOf(env)) {
    const text = readable(file);
    if (text !== undefined) return text;
  }
  return undefined;
}

/** Paths in order of precedence: the service's, the user's, the machine's. Only the first readable file is used. */
function placesOf(env: Environment, platform: NodeJS.Platform = process.platform): readonly string[] {
  const { CONFIGURATION_DIRECTORY: service, XDG_CONFIG_HOME: given } = env;
  const own = service ? [join(service, NAME)] : [];
  if (platform === 'darwin') return [...own, join(homedir(), 'Library', 'Application Support', 'portal', NAME)];
  if (platform === 'win32') return [...own, join(env.APPDATA || join(homedir(), 'AppData', 'Roaming'), 'portal', NAME)];
  // XDG Base Directory Specification: a relative path is invalid and must be ignored.
  const user = given !== undefined && isAbsolute(given) ? given : join(homedir(), '.config');
  return [...own, join(user, 'portal', NAME), join('/etc', 'portal', NAME)];
}

/** Returns the file's text; `undefined` if it is absent or this user must not read it. */
function readable(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
