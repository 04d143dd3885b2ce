import type { Command } from 'commander';
import { systemClock } from '../../app.js';
import { counted } from '../../domain/values/counted.js';
import { chosenOrganization, ORGANIZATION_OPTION } from '../chosen-organization.js';
import { type Cli, commandWith } from '../command.js';
import { CommandError } from '../output.js';
import { withStore } from '../with-store.js';
import { assertValid } from './assert-valid.js';

interface AdoptOptions {
  readonly organization?: string;
  readonly gone?: boolean;
  readonly json?: boolean;
}

export function adoptCommand(cli: Cli): Command {
  return commandWith(
    'adopt',
    'after the restore of a backup: verify the log as it is now, and give it its next name, since leaves that were signed are lost',
    ['database', 'logKey', 'logSigned'],
  )
    .option(...ORGANIZATION_OPTION)
    .option('--gone', 'the organization is not in the backup: its log is lost too, and not missed any more')
    .option('--json', 'print what was done as JSON')
    .action((options: AdoptOptions) => (options.gone ? giveUp(cli, options) : adopt(cli, options)));
}

async function adopt(cli: Cli, options: AdoptOptions): Promise<void> {
  const made = await withStore(cli, { ...options }, async (store, _author, config) => {
    const organizationId = await chosenOrganization(store, options.organization);
    const refusal = (id: string) => `the log of ${id} cannot be adopted`;
    // A tree that is not valid in itself must not get a new name.
    await assertValid(cli, config, { organizationId, isSignedIgnored: true }, refusal);
    return store.adoptLog(organizationId, systemClock.now());
  });
  const { organization_id, epoch, origin, public_key, size } = made;
  const adopted = { organization_id, epoch, origin, public_key, tree_size: size };
  if (options.json) cli.output.out(JSON.stringify(adopted));
  else
    cli.output.out(
      `${organization_id}  goes on as ${origin}, with ${counted(size, 'leaf', 'leaves')}\npublic key  ${public_key}`,
    );
}

async function giveUp(cli: Cli, options: AdoptOptions): Promise<void> {
  const { organization: organization_id } = options;
  if (organization_id === undefined) throw new CommandError('--gone: name the organization with --organization');
  const signed_size = await withStore(cli, { ...options }, (store) => store.giveUpLog(organization_id));
  if (options.json) cli.output.out(JSON.stringify({ organization_id, gone: true, signed_size }));
  else cli.output.out(`${organization_id}  is given up: ${counted(signed_size, 'leaf', 'leaves')} of it were signed`);
}
