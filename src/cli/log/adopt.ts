import type { Command } from 'commander';
import { pluralize } from '../../domain/values/pluralize.js';
import { required } from '../../domain/values/required.js';
import { buildLogResumption } from '../../records/log-stop.js';
import { systemClock } from '../../system.js';
import { chooseOrganization, ORGANIZATION_OPTION } from '../choose-organization.js';
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
    'after a restore that lost signed leaves: verify the log as it is, and continue it under a new name',
    ['database', 'logKey', 'logSigned'],
  )
    .option(...ORGANIZATION_OPTION)
    .option('--gone', 'the organization is missing from the backup: stop expecting its log')
    .option('--json', 'print the result as JSON')
    .action((options: AdoptOptions) => (options.gone ? giveUp(cli, options) : adopt(cli, options)));
}

async function adopt(cli: Cli, options: AdoptOptions): Promise<void> {
  const adopted = await withStore(cli, { ...options }, async (store, author, config) => {
    const organizationId = await chooseOrganization(store, options.organization);
    const stop = await store.read((rows) => rows.get('organization', organizationId)?.log_stop);
    const refusal = (id: string) => `the log of ${id} cannot be adopted`;
    // A log with an inconsistent tree must not get a new name.
    await assertValid(cli, config, { organizationId, isSignedIgnored: true }, refusal);
    const { organization_id, epoch, origin, public_key, size } = await store.adoptLog(
      organizationId,
      systemClock.now(),
    );
    if (stop) await store.update((rows) => buildLogResumption(rows, author, organizationId, stop), organizationId);
    const closed = required((await store.read((rows) => rows.closedLogs(organizationId))).at(-1), 'closed name');
    return { organization_id, epoch, origin, public_key, tree_size: size, statement: closed.statement };
  });
  cli.output.out(options.json ? JSON.stringify(adopted) : textOf(adopted));
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
  const head = `${organization_id}  continues as ${origin}, with ${pluralize(tree_size, 'leaf', 'leaves')}`;
  return `${head}\npublic key  ${public_key}\n\n${statement.trimEnd()}`;
}

async function giveUp(cli: Cli, options: AdoptOptions): Promise<void> {
  const { organization: organization_id } = options;
  if (organization_id === undefined) throw new CommandError('--gone must be used with --organization');
  const signed_size = await withStore(cli, { ...options }, (store) => store.abandonLog(organization_id));
  if (options.json) cli.output.out(JSON.stringify({ organization_id, gone: true, signed_size }));
  else cli.output.out(`${organization_id}  is given up: ${pluralize(signed_size, 'leaf', 'leaves')} of it were signed`);
}
