import type { Command } from 'commander';
import { QUOTA_NAMES, quotasOf } from '../../domain/tenant/quota.js';
import { onOneLine } from '../../domain/values/text.js';
import { isoTime } from '../../view/format.js';
import { type Cli, commandWith } from '../command.js';
import { CommandError } from '../output.js';
import { withStore } from '../with-store.js';

export function showCommand(cli: Cli): Command {
  return commandWith('show', 'print an organization, and what it has of what it may have', ['database'])
    .argument('<id>', 'id of the organization')
    .option('--json', 'print as JSON')
    .action(async (id: string, options: { json?: boolean }) => {
      await withStore(cli, options, async (store, _by, config) => {
        const { organization, usage } = await store.read((rows) => ({
          organization: rows.get('organization', id),
          usage: rows.usage(id),
        }));
        if (!organization) throw new CommandError(`there is no organization ${id}`);
        const { name, created_at, public_log = false, public_receipts = false } = organization;
        const limits = quotasOf(organization.quotas, config.quotas);
        const quotas = Object.fromEntries(QUOTA_NAMES.map((one) => [one, limits[one] ?? null]));
        const shown = { id, name, created_at: isoTime(created_at), public_log, public_receipts, usage, quotas };
        if (options.json) cli.output.out(JSON.stringify(shown));
        else {
          cli.output.out(onOneLine([id, shown.created_at, name].join('  ')));
          for (const one of QUOTA_NAMES)
            cli.output.out(`${one.padEnd(12)} ${usage[one]} of ${limits[one] ?? 'any number'}`);
        }
      });
    });
}
