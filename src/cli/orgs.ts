import { Command } from 'commander';
import { DEFAULT_SETTINGS } from '../domain/shop.js';
import { type Maker, newDeployment, newOrganization, newShop } from '../operations/provision.js';
import type { Write } from '../ports.js';
import { type Cli, commandWith, withStore } from './command.js';
import { CommandError } from './output.js';

export function orgsCommand(cli: Cli): Command {
  return new Command('orgs').description('manage organizations').addCommand(createCommand(cli));
}

function createCommand(cli: Cli): Command {
  return commandWith('create', 'make an organization', ['database'])
    .argument('<name>', 'name of the organization, 1 to 120 characters')
    .option('--shop <name>', 'make its first shop too, with a deployment')
    .option('--json', 'print the ids as JSON')
    .action(async (name: string, options: { shop?: string; json?: boolean }) => {
      const made = await withStore(cli, options, async (store, maker) => {
        const { writes, ids } = organizationWrites(maker, checkedName(name), options.shop && checkedName(options.shop));
        await store.update(() => ({ writes, result: undefined }));
        return ids;
      });
      if (options.json) cli.output.out(JSON.stringify(made));
      else
        cli.output.out(
          Object.entries(made)
            .map(([member, id]) => `${member.padEnd(16)} ${id}`)
            .join('\n'),
        );
    });
}

function organizationWrites(maker: Maker, name: string, shopName: string | undefined) {
  const organization = newOrganization(maker, name);
  const organizationWrite: Write = { type: 'put', table: 'organization', row: organization };
  if (!shopName) return { writes: [organizationWrite], ids: { organization_id: organization.id } };
  const shop = newShop(maker, organization.id, {
    name: shopName,
    description: null,
    settings: DEFAULT_SETTINGS,
    demo: false,
  });
  const deployment = newDeployment(maker, shop, shopName);
  const writes: Write[] = [
    organizationWrite,
    { type: 'put', table: 'shop', row: shop },
    { type: 'put', table: 'deployment', row: deployment },
  ];
  return { writes, ids: { organization_id: organization.id, shop_id: shop.id, deployment_id: deployment.id } };
}

function checkedName(name: string): string {
  const trimmed = name.trim();
  if (trimmed.length >= 1 && trimmed.length <= 120) return trimmed;
  throw new CommandError('a name takes 1 to 120 characters');
}
