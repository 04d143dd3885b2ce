import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { checkSet } from '../backup/check-set.js';
import type { Places } from '../backup/make-set.js';
import { restoreFile } from '../backup/restore-file.js';
import { findRestoreConflicts, targetPaths as placedFiles, restoreSet } from '../backup/restore-set.js';
import { DATABASE, findNewestSet, LOG_KEY, SIGNED_HEADS } from '../backup/set-folder.js';
import { readConfig } from '../config.js';
import { printable } from '../domain/values/printable.js';
import { checkDatabase, checkedPartText } from './check-database.js';
import { type Cli, commandWith, flagsOf } from './command.js';
import { DESCRIPTIONS } from './descriptions.js';
import { CommandError } from './output.js';
import { placesOf } from './places.js';

interface RestoreOptions {
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

interface Restored {
  readonly restored: string;
  readonly database: string;
  /** Organizations whose logs require `portal log adopt`. */
  readonly waiting: readonly string[];
}

export function restoreCommand(cli: Cli): Command {
  return commandWith('restore', DESCRIPTIONS.restore, ['database', 'logKey', 'logSigned', 'media'])
    .argument(
      '<from>',
      'a set, or a folder of sets: then the newest; or the file of a database that was copied by other means',
    )
    .option('--dry-run', 'only check, and list what prevents the restore')
    .option('--json', 'print the result as JSON')
    .action(async (from: string, options: RestoreOptions) => {
      const places = placesOf(readConfig(cli.env, flagsOf({ ...options })));
      const source = resolve(from);
      if (!existsSync(source)) throw new CommandError(`there is no ${source}`);
      const restore = statSync(source).isFile() ? fromFile : fromSet;
      const done = await restore(cli, source, places, options.dryRun === true);
      cli.output.out(options.json ? JSON.stringify(done) : textOf(done, options.dryRun === true));
    });
}

async function fromSet(cli: Cli, folder: string, places: Places, isDry: boolean): Promise<Restored> {
  const set = findNewestSet(folder);
  if (set === undefined)
    throw new CommandError(`${folder} is not a backup: it has no manifest.json, and no set in it has one`);
  const { manifest, faults } = await checkSet(set);
  if (!manifest || faults.length > 0) throw refusal(`${set} is not valid`, faults);
  const placed = placedFiles(manifest, places);
  const found = await findRestoreConflicts(placed, places);
  if (found.length > 0) throw refusal('nothing was restored, since nothing is overwritten', found);
  const key = placed.some(({ path }) => path === LOG_KEY) ? join(set, LOG_KEY) : places.logKey;
  await assertValid(cli, { database: join(set, DATABASE), logKey: key, logSigned: join(set, SIGNED_HEADS) });
  const waiting = isDry ? [] : await restoreSet(set, placed, places);
  return { restored: set, database: places.database, waiting };
}

async function fromFile(cli: Cli, file: string, places: Places, isDry: boolean): Promise<Restored> {
  const found = await findRestoreConflicts([], places);
  if (found.length > 0) throw refusal('nothing was restored, since nothing is overwritten', found);
  const parts = (
    await checkDatabase(cli.output, { database: file, logKey: places.logKey, logSigned: `${file}.none` })
  ).filter(({ part }) => part !== 'copy');
  assertAll(parts);
  const waiting = isDry ? [] : await restoreFile(file, places);
  return { restored: file, database: places.database, waiting };
}

async function assertValid(cli: Cli, checking: Parameters<typeof checkDatabase>[1]): Promise<void> {
  assertAll(await checkDatabase(cli.output, checking));
}

/** @throws CommandError */
function assertAll(parts: Awaited<ReturnType<typeof checkDatabase>>): void {
  const wrong = parts.filter(({ faults }) => faults.length > 0);
  if (wrong.length > 0) throw refusal('the database of the backup is not valid', wrong.map(checkedPartText));
}

function refusal(what: string, lines: readonly string[]): CommandError {
  return new CommandError(
    [`${what}:`, ...lines.map((line) => `  ${printable(line).replaceAll('\\n', '\n  ')}`)].join('\n'),
  );
}

function textOf({ restored, database, waiting }: Restored, isDry: boolean): string {
  if (isDry) return `${restored} is valid, and nothing is in its way at ${database}`;
  const adopt = waiting.map((id) => `portal log adopt --organization ${id}`);
  return [
    `${restored} is restored to ${database}`,
    ...(waiting.length === 0
      ? []
      : [
          'heads signed after the backup are unknown, so these logs accept no receipts and are not signed until they are adopted:',
          ...adopt,
        ]),
  ].join('\n');
}
