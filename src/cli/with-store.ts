import { type Config, readConfig } from '../config.js';
import type { StoreReader } from '../ports.js';
import type { Author } from '../records/audit.js';
import type { OpenedStore, StoreOptions } from '../store/open-store.js';
import { systemClock, systemIds } from '../system.js';
import { type Cli, flagsOf } from './command.js';
import type { CommandStore } from './command-store.js';
import { CommandError } from './output.js';
import { upgradeSteps } from './progress.js';

type Opening = Pick<StoreOptions, 'syncs'> & { readonly comparesMedia?: boolean };

/** Runs an administrative command on the configured database, which must exist. */
export async function withStore<R>(
  cli: Cli,
  options: Readonly<Record<string, unknown>>,
  run: (store: CommandStore, maker: Author, config: Config) => Promise<R>,
  opening: Opening = {},
): Promise<R> {
  return withOpened(
    cli,
    options,
    async (store, config) => {
      const { commandStore } = await import('./command-store.js');
      const commands = await commandStore(store, systemIds, () => systemClock.now(), config);
      return run(commands, { ids: systemIds, now: systemClock.now(), actor: 'command line' }, config);
    },
    opening,
  );
}

/**
 * Runs a command that only reads on the configured database. It starts faster than with `withStore`, which also loads
 * what the events of writes need.
 */
export function withReader<R>(
  cli: Cli,
  options: Readonly<Record<string, unknown>>,
  run: (store: StoreReader, config: Config) => Promise<R>,
): Promise<R> {
  return withOpened(cli, options, run, {});
}

async function withOpened<R>(
  cli: Cli,
  options: Readonly<Record<string, unknown>>,
  run: (store: OpenedStore, config: Config) => Promise<R>,
  { comparesMedia = false, ...opening }: Opening,
): Promise<R> {
  // Loaded here, so that help texts do without.
  const { openStore } = await import('../store/open-store.js');
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
    const mark = comparesMedia && store.processes ? await markMedia(config) : undefined;
    for (const { code, text, fix } of (await store.processes?.differences(mark)) ?? [])
      cli.output.err(`warning: ${code}: ${text}; ${fix}`);
    return await run(store, config);
  } finally {
    await store.close();
  }
}

async function markMedia({ media }: Config) {
  const { MediaFolder } = await import('../store/media-folder.js');
  return new MediaFolder(media).mark();
}

/** @throws CommandError for a name that is empty or longer than 120 characters */
export function checkName(name: string): string {
  const trimmed = name.trim();
  if (trimmed.length >= 1 && trimmed.length <= 120) return trimmed;
  throw new CommandError('a name must be 1 to 120 characters');
}
