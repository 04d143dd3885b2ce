import type { Command } from 'commander';
import { systemClock } from '../../app.js';
import { type Config, readConfig } from '../../config.js';
import { openLogAudit, rotateLogs } from '../../store/open-store.js';
import { type Cli, commandWith, flagsOf } from '../command.js';
import { CommandError } from '../output.js';
import { progress } from '../progress.js';

interface RotateOptions {
  readonly lost?: boolean;
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
    .option('--json', 'print the new public keys as JSON')
    .action(async (options: RotateOptions) => {
      const config = readConfig(cli.env, flagsOf({ ...options }));
      const isLost = options.lost === true;
      await assertValid(cli, config, isLost);
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

async function assertValid(cli: Cli, { database, logKey, logSigned }: Config, isKeyLost: boolean): Promise<void> {
  const audit = openLogAudit(database, { logKey, logSigned });
  try {
    for (const id of await audit.auditor.organizations()) {
      const onProgress = progress(cli.output, `verified ${id}`);
      const { fault } = await audit.auditor.audit(id, { isKeyLost, onProgress });
      if (fault !== null)
        throw new CommandError(`the key is not replaced, since the log of ${id} is not valid: ${fault}`);
    }
  } finally {
    audit.close();
  }
}
