import { Command } from 'commander';
import { collectPages } from '../lists/every-page.js';
import { buildRevocation } from '../operations/tenancy/key-writes.js';
import { readSpentByKey } from '../records/spending.js';
import { systemClock } from '../system.js';
import { keyView } from '../view/key-view.js';
import { chooseOrganization, ORGANIZATION_OPTION } from './choose-organization.js';
import { type Cli, commandWith } from './command.js';
import { DESCRIPTIONS } from './descriptions.js';
import { limitsText } from './key-limits.js';
import { CommandError } from './output.js';
import { withReader, withStore } from './with-store.js';

export function grantsCommand(cli: Cli): Command {
  return new Command('grants')
    .description(DESCRIPTIONS.grants)
    .addCommand(listCommand(cli))
    .addCommand(endCommand(cli));
}

function listCommand(cli: Cli): Command {
  return commandWith('list', 'list the assistants that people connected over OAuth', ['database'])
    .option(...ORGANIZATION_OPTION)
    .option('--json', 'print as JSON')
    .action(async (options: { organization?: string; json?: boolean }) => {
      const shown = await withReader(cli, options, async (store) => {
        const now = systemClock.now();
        const organization_id = await chooseOrganization(store, options.organization);
        const rows = await collectPages((after, limit) => store.list('grants', { organization_id }, after, limit));
        const spent = await store.read((read) => readSpentByKey(read, rows, now));
        return rows.map((row) => keyView(row, now, spent.get(row.id)));
      });
      if (options.json) cli.output.out(JSON.stringify(shown));
      else
        for (const { id, status, grant, limits, expires_at } of shown)
          cli.output.out(
            [
              ...[id, status, grant?.client_name ?? '', `${grant?.client_host} (${grant?.client_kind})`],
              limits ? limitsText(limits) : 'no limits',
              `until ${expires_at ?? 'revoked'}`,
            ].join('  '),
          );
    });
}

function endCommand(cli: Cli): Command {
  return commandWith('end', 'end a grant: every process on the database rejects its tokens at once', ['database'])
    .argument('<id>', 'id of the grant, from `portal grants list`')
    .action(async (id: string, options: Readonly<Record<string, unknown>>) => {
      await withStore(cli, options, (store, by) =>
        store.update((rows) => {
          if (!rows.get('api_key', id)?.grant)
            throw new CommandError(`there is no grant ${id}; \`portal grants list\` prints the ids`);
          return { writes: buildRevocation(rows, by, id).writes, result: undefined };
        }),
      );
      cli.output.out(`ended ${id}`);
    });
}
