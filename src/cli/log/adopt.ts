import type { Command } from 'commander';
import { systemClock } from '../../app.js';
import { readConfig } from '../../config.js';
import { counted } from '../../domain/values/counted.js';
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
    'after the restore of a backup: verify the log as it is now, and give it its next name, since leaves that were signed are lost',
    ['database', 'logKey', 'logSigned'],
  )
    .option(...ORGANIZATION_OPTION)
    .option('--json', 'print the new name as JSON')
    .action(async (options: AdoptOptions) => {
      const made = await withStore(cli, { ...options }, async (store) => {
        const id = await chosenOrganization(store, options.organization);
        await assertValid(cli, options, id);
        return store.adoptLog(id, systemClock.now());
      });
      const { organization_id, epoch, origin, public_key, size } = made;
      const adopted = { organization_id, epoch, origin, public_key, tree_size: size };
      if (options.json) cli.output.out(JSON.stringify(adopted));
      else
        cli.output.out(
          `${organization_id}  goes on as ${origin}, with ${counted(size, 'leaf', 'leaves')}\npublic key  ${public_key}`,
        );
    });
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
