import type { Command } from 'commander';
import { readConfig } from '../config.js';
import { compactDatabase } from '../store/open-store.js';
import { type Cli, commandWith, flagsOf } from './command.js';
import { DESCRIPTIONS } from './descriptions.js';

export function compactCommand(cli: Cli): Command {
  return commandWith('compact', DESCRIPTIONS.compact, ['database'])
    .option('--json', 'print the sizes as JSON')
    .action(async (options: { json?: boolean }) => {
      const { database } = readConfig(cli.env, flagsOf(options));
      const { before, after } = await compactDatabase(database, cli.env);
      if (options.json) cli.output.out(JSON.stringify({ database, bytes_before: before, bytes_after: after }));
      else cli.output.out(`${database}: ${megabytes(before)} before, ${megabytes(after)} after`);
    });
}

function megabytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(1)} MiB`;
}
