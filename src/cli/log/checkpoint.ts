import type { Command } from 'commander';
import { toBase64 } from '../../attestation/bytes.js';
import { chooseOrganization, ORGANIZATION_OPTION } from '../choose-organization.js';
import { type Cli, commandWith } from '../command.js';
import { withStore } from '../with-store.js';
import { signLog } from './sign-log.js';

export function checkpointCommand(cli: Cli): Command {
  return commandWith('checkpoint', 'sign the size and root of the log, to keep a copy elsewhere', [
    'database',
    'logKey',
    'logSigned',
  ])
    .option(...ORGANIZATION_OPTION)
    .option('--json', 'print the size, root and public key too, as JSON')
    .action(async (options: { organization?: string; json?: boolean }) => {
      const { checkpoint, origin, size, root, public_key } = await withStore(cli, options, async (store) =>
        signLog(store, await chooseOrganization(store, options.organization)),
      );
      const signed = { checkpoint, origin, tree_size: size, root_hash: toBase64(root), public_key };
      cli.output.out(options.json ? JSON.stringify(signed) : checkpoint.trimEnd());
    });
}
