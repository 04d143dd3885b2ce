import type { Command } from 'commander';
import { QUOTA_NAMES } from '../../domain/tenant/quota.js';
import { onOneLine } from '../../domain/values/text.js';
import { organizationView } from '../../view/organization-view.js';
import { type Cli, commandWith } from '../command.js';
import { CommandError } from '../output.js';
import { withStore } from '../with-store.js';

export function showCommand(cli: Cli): Command {
  return commandWith('show', 'print an organization with its usage and quotas', ['database'])
    .argument('<id>', 'id of the organization')
    .option('--json', 'print as JSON')
    .action(async (id: string, options: { json?: boolean }) => {
      await withStore(cli, options, async (store, _by, config) => {
        const { organization, usage } = await store.read((rows) => ({
          organization: rows.get('organization', id),
          usage: rows.find('usage', id),
        }));
        if (!organization) throw new CommandError(`there is no organization ${id}`);
        const shown = organizationView(organization, usage, config.quotas);
        if (options.json) cli.output.out(JSON.stringify(shown));
        else {
          cli.output.out(onOneLine([id, shown.created_at, shown.name].join('  ')));
          for (const one of QUOTA_NAMES)
            cli.output.out(`${one.padEnd(12)} ${usage[one]} of ${shown.quotas[one] ?? 'any number'}`);
        }
      });
    });
}
