import type { Command } from 'commander';
import { readConfig } from '../config.js';
import { CHECKED, checkDatabase, checkedPartText, listed } from './check-database.js';
import { type Cli, commandWith, flagsOf } from './command.js';
import { CommandError } from './output.js';

export function checkCommand(cli: Cli): Command {
  return commandWith('check', `check ${listed(CHECKED)}, and report faults; writes nothing`, [
    'database',
    'logKey',
    'logSigned',
  ])
    .option('--json', 'print the findings as JSON')
    .action(async (options: { readonly json?: boolean }) => {
      const { database, files, logKey, logSigned } = readConfig(cli.env, flagsOf({ ...options }));
      const parts = await checkDatabase(cli.output, { database, files, logKey, logSigned });
      if (options.json) cli.output.out(JSON.stringify(parts));
      else for (const part of parts) cli.output.out(checkedPartText(part));
      const wrong = parts.filter(({ faults }) => faults.length > 0);
      if (wrong.length > 0) throw new CommandError(`not valid: ${wrong.map(({ part }) => part).join(', ')}`);
    });
}
