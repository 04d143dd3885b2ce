import { Command } from 'commander';
import { SETTINGS, type Setting, type SettingName } from '../config.js';
import type { StdioStreams } from '../mcp/stdio.js';
import type { Output } from './output.js';

/** Environment of every command. */
export interface Cli {
  readonly output: Output;
  /** Streams for the messages of `stdio`. */
  readonly streams: StdioStreams;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborted by SIGTERM and SIGINT. */
  readonly stop: AbortSignal;
  /** Called when the command's code and, if it serves, all that it needs for that are loaded. */
  readonly onStarted?: () => void;
}

export type Flags = Partial<Record<SettingName, string>>;

/** Rate limits and storage quotas, for commands that serve. */
export const LIMIT_SETTINGS = [
  'rateLimit',
  'answerQuota',
  'quotaKeys',
  'quotaItems',
  'quotaOpenCarts',
  'quotaRows',
  'quotaMib',
] as const;

/** Creates a command that accepts some settings as flags. */
export function commandWith(name: string, description: string, settings: readonly SettingName[]): Command {
  const command = new Command(name).description(description);
  for (const setting of settings) {
    const { flag, env, help, fallback }: Setting = SETTINGS[setting];
    if (flag) command.option(flag, `${help}${fallback === undefined ? '' : ` (default: ${fallback})`} [${env}]`);
  }
  return command;
}

/** Returns those options of a command that are settings, under their configuration names. */
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
