import type { Command } from 'commander';
import { readConfig } from '../../config.js';
import { type RotationResult, rotateLogs } from '../../store/open-store.js';
import { systemClock } from '../../system.js';
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
    'verify the logs and replace their key; each continues under its next name, by a statement signed with both keys; stop the portal first',
    ['database', 'logKey', 'logSigned', 'logName'],
  )
    .option(
      '--lost',
      'the present key is lost: the new one signs alone, and what the old one protected cannot be checked',
    )
    .option('--restored', 'the database was restored from a backup: leaves that were signed are lost')
    .option('--json', 'print the new public keys and the statements as JSON')
    .action(async (options: RotateOptions) => {
      const config = readConfig(cli.env, flagsOf({ ...options }));
      const isLost = options.lost === true;
      await assertValid(
        cli,
        config,
        { isKeyLost: isLost, isSignedIgnored: options.restored === true },
        (log) => `the key is not replaced, since the log of ${log} is not valid`,
      );
      const { files, logKey, logSigned, logName } = config;
      const now = systemClock.now();
      const { opened, earlierKeyFile: aside } = await rotateLogs(config.database, {
        files,
        logKey,
        logSigned,
        logName,
        isLost,
        now,
      });
      cli.output.out(options.json ? jsonOf(opened, aside) : textOf(opened, aside));
    });
}

function jsonOf(opened: RotationResult['opened'], aside: string | undefined): string {
  const logs = [...opened];
  return JSON.stringify({
    public_keys: Object.fromEntries(logs.map(([id, { vkey }]) => [id, vkey])),
    statements: Object.fromEntries(logs.map(([id, { statement }]) => [id, statement])),
    earlier_key: aside ?? null,
  });
}

function textOf(opened: RotationResult['opened'], aside: string | undefined): string {
  const keys = [...opened].map(([id, { vkey }]) => `${id}  ${vkey}`);
  const where = aside === undefined ? [] : [`the earlier key is in ${aside}`];
  const statements = [...opened.values()].map(({ statement }) => `\n${statement.trimEnd()}`);
  return [...keys, ...where, ...statements].join('\n');
}
