import { mediaOf, systemClock, systemIds } from '../app.js';
import { type Config, readConfig } from '../config.js';
import type { Author } from '../records/audit.js';
import { openStore, type StoreOptions } from '../store/open-store.js';
import { type Cli, flagsOf } from './command.js';
import { type CommandStore, commandStore } from './command-store.js';
import { CommandError } from './output.js';
import { upgradeSteps } from './progress.js';

/** Runs an administrative command on the configured database, which must exist. */
export async function withStore<R>(
  cli: Cli,
  options: Readonly<Record<string, unknown>>,
  run: (store: CommandStore, maker: Author, config: Config) => Promise<R>,
  { comparesMedia = false, ...opening }: Pick<StoreOptions, 'syncs'> & { readonly comparesMedia?: boolean } = {},
): Promise<R> {
  const config = readConfig(cli.env, flagsOf(options));
  const { database, files, logKey, logName, logSigned, upgradeCopy } = config;
  const store = await openStore(database, {
    create: false,
    needsLogKey: false,
    files,
    logKey,
    logName,
    logSigned,
    upgradeCopy,
    onUpgrade: upgradeSteps(cli.output),
    ...opening,
  });
  try {
    const mark = comparesMedia && store.processes ? await mediaOf(config).mark() : undefined;
    for (const { code, text, fix } of (await store.processes?.differences(mark)) ?? [])
      cli.output.err(`warning: ${code}: ${text}; ${fix}`);
    const commands = await commandStore(store, systemIds, () => systemClock.now(), config);
    return await run(commands, { ids: systemIds, now: systemClock.now(), actor: 'command line' }, config);
  } finally {
    await store.close();
  }
}

/** @throws CommandError for a name that is empty or longer than 120 characters */
export function checkName(name: string): string {
  const trimmed = name.trim();
  if (trimmed.length >= 1 && trimmed.length <= 120) return trimmed;
  throw new CommandError('a name must be 1 to 120 characters');
}
