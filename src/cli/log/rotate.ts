import type { Command } from 'commander';
import { systemClock } from '../../app.js';
import { type Config, readConfig } from '../../config.js';
import { openLogAudit, type Rotated, rotateLogs } from '../../store/open-store.js';
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
    'verify the logs and replace their key; each goes on under its next name, by a statement that both keys sign; stop the portal first',
    ['database', 'logKey', 'logSigned', 'logName'],
  )
    .option(
      '--lost',
      'the present key is lost: the new one signs alone, and what the old one protected cannot be checked',
    )
    .option('--json', 'print the new public keys and the statements as JSON')
    .action(async (options: RotateOptions) => {
      const config = readConfig(cli.env, flagsOf({ ...options }));
      const isLost = options.lost === true;
      await assertValid(cli, config, isLost);
      const { logKey, logSigned, logName } = config;
      const now = systemClock.now();
      const { opened, aside } = rotateLogs(config.database, { logKey, logSigned, logName, isLost, now });
      cli.output.out(options.json ? jsonOf(opened, aside) : textOf(opened, aside));
    });
}

function jsonOf(opened: Rotated['opened'], aside: string | undefined): string {
  const logs = [...opened];
  return JSON.stringify({
    public_keys: Object.fromEntries(logs.map(([id, { vkey }]) => [id, vkey])),
    statements: Object.fromEntries(logs.map(([id, { statement }]) => [id, statement])),
    earlier_key: aside ?? null,
  });
}

function textOf(opened: Rotated['opened'], aside: string | undefined): string {
  const keys = [...opened].map(([id, { vkey }]) => `${id}  ${vkey}`);
  const where = aside === undefined ? [] : [`the earlier key is in ${aside}`];
  const statements = [...opened.values()].map(({ statement }) => `\n${statement.trimEnd()}`);
  return [...keys, ...where, ...statements].join('\n');
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
