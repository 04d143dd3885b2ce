import { resolve } from 'node:path';
import type { Command } from 'commander';
import { type MadeSet, makeSet } from '../backup/make-set.js';
import { removeOldSets } from '../backup/set-folder.js';
import { readConfig } from '../config.js';
import { sum } from '../domain/values/money.js';
import { pluralize } from '../domain/values/pluralize.js';
import { systemClock } from '../system.js';
import { type Cli, commandWith, flagsOf } from './command.js';
import { DESCRIPTIONS } from './descriptions.js';
import { CommandError } from './output.js';
import { placesOf } from './places.js';
import { progress } from './progress.js';

interface BackupOptions {
  readonly keep?: string;
  readonly logKey?: string | false;
  readonly withoutLogKey?: boolean;
  readonly json?: boolean;
}

export function backupCommand(cli: Cli): Command {
  return commandWith('backup', DESCRIPTIONS.backup, ['database', 'logKey', 'logSigned', 'media'])
    .argument('<folder>', 'folder that contains the sets; each set is a folder named by its time')
    .option('--keep <number>', 'then keep only this many of the newest sets (default: all)')
    .option('--without-log-key', 'omit the private log key; before a restore, put the key file back at its path')
    .option('--json', 'print the set as JSON')
    .action(async (folder: string, options: BackupOptions) => {
      const keep = countOf(options.keep);
      const places = placesOf(readConfig(cli.env, flagsOf({ ...options })));
      const into = resolve(folder);
      const made = await makeSet(places, into, {
        now: new Date(systemClock.now()),
        hasKey: options.withoutLogKey !== true,
        onProgress: progress(cli.output, 'copied pages'),
      });
      const removed = keep === undefined ? [] : removeOldSets(into, keep, systemClock.now());
      cli.output.out(options.json ? JSON.stringify({ ...made, removed }) : textOf(made, removed));
    });
}

/** @throws CommandError */
function countOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new CommandError('--keep must be a number of sets, at least 1', 2);
  return Number(text);
}

function textOf({ folder, files }: MadeSet, removed: readonly string[]): string {
  const size = sum(files.map((file) => file.size));
  return [
    `${folder}  ${pluralize(files.length, 'file')}, ${pluralize(size, 'byte')}`,
    ...removed.map((one) => `removed  ${one}`),
  ].join('\n');
}
