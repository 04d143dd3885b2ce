import { Command } from 'commander';
import { DEFAULT_SETTINGS, type ShopSettings } from '../domain/shop.js';
import type { Author } from '../operations/audit.js';
import { newDeployment, newOrganization, newShop } from '../operations/provision.js';
import { invoice } from '../payment/invoice.js';
import type { Write } from '../ports.js';
import { shopSettings } from '../schema/shop.js';
import { type Cli, checkedName, commandWith, withStore } from './command.js';
import { CommandError } from './output.js';
import { readJsonFile } from './read-items.js';

export function orgsCommand(cli: Cli): Command {
  return new Command('orgs').description('manage organizations').addCommand(createCommand(cli));
}

function createCommand(cli: Cli): Command {
  return commandWith('create', 'make an organization', ['database'])
    .argument('<name>', 'name of the organization, 1 to 120 characters')
    .option('--shop <name>', 'make its first shop too, with a deployment')
    .option('--settings <file>', "the shop's settings as JSON; absent members take the defaults")
    .option('--json', 'print the ids as JSON')
    .action(async (name: string, options: { shop?: string; settings?: string; json?: boolean }) => {
      if (options.settings !== undefined && options.shop === undefined)
        throw new CommandError('--settings goes with --shop');
      const settings = settingsOf(options.settings);
      const made = await withStore(cli, options, async (store, maker) => {
        const { writes, ids } = organizationWrites(
          maker,
          checkedName(name),
          options.shop && checkedName(options.shop),
          settings,
        );
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

function organizationWrites(maker: Author, name: string, shopName: string | undefined, settings: ShopSettings) {
  const organization = newOrganization(maker, name);
  const organizationWrite: Write = { type: 'put', table: 'organization', row: organization };
  if (!shopName) return { writes: [organizationWrite], ids: { organization_id: organization.id } };
  const shop = newShop(maker, organization.id, {
    name: shopName,
    description: null,
    settings,
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

/** The members of the file over the defaults (docs/catalog.md, Shops). */
function settingsOf(file: string | undefined): ShopSettings {
  if (file === undefined) return DEFAULT_SETTINGS;
  const given = readJsonFile(file);
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new CommandError(`${file} is not a JSON object`);
  const parsed = shopSettings.safeParse({ ...DEFAULT_SETTINGS, ...given });
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new CommandError(`${file}: ${issue?.path.length ? `${issue.path.join('.')}: ` : ''}${issue?.message}`);
  }
  const unknown = parsed.data.payment_handlers.find((id) => id !== invoice.description.id);
  if (unknown)
    throw new CommandError(
      `${file}: payment_handlers: a shop takes "invoice"; "${unknown}" is unknown or for demo shops`,
    );
  return parsed.data;
}
