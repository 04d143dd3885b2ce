import type { Command } from 'commander';
import { copyFiles } from '../backup/moved-files.js';
import { type Config, isDatabaseUrl, readConfig, shownDatabase } from '../config.js';
import { sum } from '../domain/values/money.js';
import { pluralize } from '../domain/values/pluralize.js';
import { logKeyFile, signedFile } from '../store/log/log-key-file.js';
import { type MovedData, moveDatabase, reopenDatabase } from '../store/open-store.js';
import { type Cli, commandWith, flagsOf } from './command.js';
import { DESCRIPTIONS } from './descriptions.js';
import { CommandError } from './output.js';
import { showCount } from './progress.js';

interface MoveOptions {
  readonly from?: string;
  readonly to?: string;
  readonly reopen?: boolean;
  readonly json?: boolean;
}

export function migrateDataCommand(cli: Cli): Command {
  return commandWith('migrate-data', DESCRIPTIONS['migrate-data'], ['logKey', 'logSigned', 'media'])
    .option('--from <database>', 'file or URL whose data is copied (default: the database of the configuration)')
    .option('--to <database>', 'target URL or file; it must be empty or absent')
    .option('--reopen', 'reopen the source of a move, so that it can serve again')
    .option('--json', 'print the comparison as JSON')
    .action(async (options: MoveOptions) => {
      const { from, to } = options;
      const source = configOf(cli, options, from);
      if (options.reopen) return reopened(cli, source, to);
      if (to === undefined) throw new CommandError('name the database that the data is copied to: --to', 2);
      const target = configOf(cli, options, to);
      if (isDatabaseUrl(source.database) === isDatabaseUrl(target.database))
        throw new CommandError('one of --from and --to is a file, and the other one a URL of PostgreSQL', 2);
      const found = await move(cli, source, target);
      cli.output.out(options.json ? JSON.stringify(jsonOf(source, target, found)) : textOf(source, target, found));
    });
}

/** Reads the configuration for one database of the move. Source and target use the same settings for files. */
function configOf(cli: Cli, options: MoveOptions, database: string | undefined): Config {
  return readConfig(cli.env, { ...flagsOf({ ...options }), ...(database !== undefined && { database }) });
}

function move(cli: Cli, source: Config, target: Config): Promise<MovedData | undefined> {
  const live = showCount(cli.output, 'rows looked at');
  return moveDatabase(source.database, target.database, shownDatabase, {
    copyFiles: () => copyFiles(placesOf(source), placesOf(target)),
    onStep(step) {
      live.end();
      cli.output.err(step);
    },
    onProgress(looked, written) {
      if (cli.stop.aborted) throw new CommandError('the move was stopped; run the same command to continue it');
      live.show(`${looked}, written ${written}`);
    },
  }).finally(() => live.end());
}

async function reopened(cli: Cli, source: Config, to: string | undefined): Promise<void> {
  if (to !== undefined) throw new CommandError('--reopen must be used with --from alone', 2);
  const { other, state } = await reopenDatabase(source.database, shownDatabase);
  const lost =
    state === 'done' ? `; what was written to ${other} since is not in it, and must not be served any more` : '';
  cli.output.out(`${shownDatabase(source.database)} can be served again${lost}`);
}

function placesOf({ files, media, logKey, logSigned }: Config) {
  const key = logKey ?? logKeyFile(files);
  return { logKey: key, signed: logSigned ?? signedFile(key), media };
}

function jsonOf(source: Config, target: Config, found: MovedData | undefined) {
  const [from, to] = [shownDatabase(source.database), shownDatabase(target.database)];
  return { from, to, ...(found ?? { was_moved: true }) };
}

function textOf(source: Config, target: Config, found: MovedData | undefined): string {
  const to = shownDatabase(target.database);
  const next = `serve ${to} now: PORTAL_DB names it for every portal and command`;
  if (!found) return `the data was moved to ${to} before\n${next}`;
  const { tables, money, logs } = found;
  const rows = sum(tables.map(({ rows: [count] }) => count));
  return [
    `${shownDatabase(source.database)} and ${to} are equal: ${pluralize(rows, 'row')} of ${pluralize(tables.length, 'table')}, by their number and the hash of each table`,
    ...Object.entries(money).map(([currency, [amount]]) => `orders in ${currency}: ${amount} (minor units)`),
    ...Object.entries(logs).map(([id, [log]]) => `log of ${id}: ${log}`),
    next,
  ].join('\n');
}
