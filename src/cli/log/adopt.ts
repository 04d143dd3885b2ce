import type { Command } from 'commander';
import { systemClock } from '../../app.js';
import { counted } from '../../domain/values/counted.js';
import { chosenOrganization, ORGANIZATION_OPTION } from '../chosen-organization.js';
import { type Cli, commandWith } from '../command.js';
import { withStore } from '../with-store.js';
import { assertValid } from './assert-valid.js';

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
      const made = await withStore(cli, { ...options }, async (store, _author, config) => {
        const id = await chosenOrganization(store, options.organization);
        await assertValid(
          cli,
          config,
          { organizationId: id, isSignedIgnored: true },
          (log) => `the log of ${log} cannot be adopted`,
        );
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
