import type { Command } from 'commander';
import { checkpointOf } from '../../operations/receipt/log-proofs.js';
import { chosenOrganization, ORGANIZATION_OPTION } from '../chosen-organization.js';
import { type Cli, commandWith } from '../command.js';
import { withStore } from '../with-store.js';

export function checkpointCommand(cli: Cli): Command {
  return commandWith('checkpoint', 'sign the size and root of the log, to keep a copy elsewhere', [
    'database',
    'logKey',
    'logSigned',
  ])
    .option(...ORGANIZATION_OPTION)
    .option('--json', 'print size, root and public key too, as JSON')
    .action(async (options: { organization?: string; json?: boolean }) => {
      const made = await withStore(cli, options, async (store) =>
        checkpointOf(await store.signLog(await chosenOrganization(store, options.organization))),
      );
      cli.output.out(options.json ? JSON.stringify(made) : made.checkpoint.trimEnd());
    });
}
