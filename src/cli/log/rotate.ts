import type { Command } from 'commander';
import { systemClock } from '../../app.js';
import { readConfig } from '../../config.js';
import { rotateLogs } from '../../store/open-store.js';
import { type Cli, commandWith, flagsOf } from '../command.js';
import { assertValid } from './assert-valid.js';

interface RotateOptions {
  readonly lost?: boolean;
  readonly restored?: boolean;
  readonly json?: boolean;
}

export function rotateCommand(cli: Cli): Command {
  return commandWith(
    'rotate',
    'verify the logs, and replace their key by a new one, which signs with the old one that they go on; stop the portal before',
    ['database', 'logKey', 'logSigned', 'logName'],
  )
    .option(
      '--lost',
      'the present key is lost: the new one signs alone, and what the old one protected cannot be checked',
    )
    .option('--restored', 'the database was restored from a backup: leaves that were signed are lost')
    .option('--json', 'print the new public keys as JSON')
    .action(async (options: RotateOptions) => {
      const config = readConfig(cli.env, flagsOf({ ...options }));
      const isLost = options.lost === true;
      await assertValid(
        cli,
        config,
        { isKeyLost: isLost, isSignedIgnored: options.restored === true },
        (log) => `the key is not replaced, since the log of ${log} is not valid`,
      );
      const { logKey, logSigned, logName } = config;
      const { opened, aside } = rotateLogs(config.database, {
        ...{ logKey, logSigned, logName, isLost },
        now: systemClock.now(),
      });
      const made = { public_keys: Object.fromEntries(opened), earlier_key: aside ?? null };
      if (options.json) cli.output.out(JSON.stringify(made));
      else cli.output.out(textOf(opened, aside));
    });
}

function textOf(opened: ReadonlyMap<string, string>, aside: string | undefined): string {
  const lines = [...opened].map(([id, vkey]) => `${id}  ${vkey}`);
  return [...lines, ...(aside === undefined ? [] : [`the earlier key is in ${aside}`])].join('\n');
}
