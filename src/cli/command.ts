import { Command } from 'commander';
import { systemClock, systemIds } from '../app.js';
import { type Config, readConfig, SETTINGS, type Setting, type SettingName } from '../config.js';
import type { Author } from '../records/audit.js';
import { type OpenedStore, openStore } from '../store/open-store.js';
import { CommandError, type Output } from './output.js';

/** What every command is given. */
export interface Cli {
  readonly output: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborted by SIGTERM and SIGINT. */
  readonly stop: AbortSignal;
}

export type Flags = Partial<Record<SettingName, string>>;

/** A command that takes some of the settings as flags. */
export function commandWith(name: string, description: string, settings: readonly SettingName[]): Command {
  const command = new Command(name).description(description);
  for (const setting of settings) {
    const { flag, env, help, fallback }: Setting = SETTINGS[setting];
    if (flag) command.option(flag, `${help}${fallback === undefined ? '' : ` (default: ${fallback})`} [${env}]`);
  }
  return command;
}

/** The options of a command that are settings, under the names of the configuration. */
export function flagsOf(options: Readonly<Record<string, unknown>>): Flags {
  const flags: Flags = {};
  for (const [option, value] of Object.entries(options)) {
    const setting = option === 'db' ? 'database' : option;
    if (isSetting(setting) && typeof value === 'string') flags[setting] = value;
  }
  return flags;
}

function isSetting(name: string): name is SettingName {
  return Object.hasOwn(SETTINGS, name);
}

/** Runs an administrative command on the database of the configuration, which must exist. */
export async function withStore<R>(
  cli: Cli,
  options: Readonly<Record<string, unknown>>,
  run: (store: OpenedStore, by: Author, config: Config) => Promise<R>,
): Promise<R> {
  const config = readConfig(cli.env, flagsOf(options));
  const { database, logKey, logName } = config;
  const store = await openStore(database, { create: false, needsLogKey: false, logKey, logName });
  try {
    return await run(store, { ids: systemIds, now: systemClock.now(), actor: 'command line' }, config);
  } finally {
    await store.close();
  }
}

/** @throws CommandError for a name that is empty or longer than 120 characters */
export function checkedName(name: string): string {
  const trimmed = name.trim();
  if (trimmed.length >= 1 && trimmed.length <= 120) return trimmed;
  throw new CommandError('a name takes 1 to 120 characters');
}
