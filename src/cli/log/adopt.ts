import type { Command } from 'commander';
import { systemClock } from '../../app.js';
import { readConfig } from '../../config.js';
import { counted } from '../../domain/values/counted.js';
import { required } from '../../domain/values/required.js';
import { openLogAudit } from '../../store/open-store.js';
import { chosenOrganization, ORGANIZATION_OPTION } from '../chosen-organization.js';
import { type Cli, commandWith, flagsOf } from '../command.js';
import { CommandError } from '../output.js';
import { progress } from '../progress.js';
import { withStore } from '../with-store.js';

interface AdoptOptions {
  readonly organization?: string;
  readonly json?: boolean;
}

export function adoptCommand(cli: Cli): Command {
  return commandWith(
    'adopt',
    'after a restore that lost signed leaves: verify the log as it is now, and go on under its next name',
    ['database', 'logKey', 'logSigned'],
  )
    .option(...ORGANIZATION_OPTION)
    .option('--json', 'print the new name and the statement as JSON')
    .action(async (options: AdoptOptions) => {
      const adopted = await withStore(cli, { ...options }, async (store) => {
        const id = await chosenOrganization(store, options.organization);
        await assertValid(cli, options, id);
        const { organization_id, epoch, origin, public_key, size } = await store.adoptLog(id, systemClock.now());
        const closed = required((await store.read((rows) => rows.closedLogs(id))).at(-1), 'closed name');
        return { organization_id, epoch, origin, public_key, tree_size: size, statement: closed.statement };
      });
      cli.output.out(options.json ? JSON.stringify(adopted) : textOf(adopted));
    });
}

interface Adopted {
  readonly organization_id: string;
  readonly origin: string;
  readonly public_key: string;
  readonly tree_size: number;
  /** Signed note. */
  readonly statement: string;
}

function textOf({ organization_id, origin, public_key, tree_size, statement }: Adopted): string {
  const head = `${organization_id}  goes on as ${origin}, with ${counted(tree_size, 'leaf', 'leaves')}`;
  return `${head}\npublic key  ${public_key}\n\n${statement.trimEnd()}`;
}

/** A tree that is not valid in itself must not get a new name. */
async function assertValid(cli: Cli, options: AdoptOptions, id: string): Promise<void> {
  const { database, logKey, logSigned } = readConfig(cli.env, flagsOf({ ...options }));
  const audit = openLogAudit(database, { logKey, logSigned });
  try {
    const onProgress = progress(cli.output, `verified ${id}`);
    const { fault } = await audit.auditor.audit(id, { isSignedIgnored: true, onProgress });
    if (fault !== null) throw new CommandError(`the log of ${id} cannot be adopted: ${fault}`);
  } finally {
    audit.close();
  }
}
