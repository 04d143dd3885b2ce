import { Command } from 'commander';
import { readConfig } from '../config.js';
import { DEFAULT_SETTINGS, type ShopSettings } from '../domain/shop/shop.js';
import { onOneLine } from '../domain/values/text.js';
import { assertHandlers } from '../operations/shop/settings.js';
import { newDeployment, newOrganization, newShop, tenantWrites } from '../operations/tenancy/provision.js';
import { loadHandlers } from '../payments/handlers/load-handlers.js';
import { insertWrite, type PaymentHandler, type Write } from '../ports.js';
import type { Author } from '../records/audit.js';
import { shopSettings } from '../schema/shop.js';
import { isoTime } from '../view/format.js';
import { type Cli, commandWith, flagsOf } from './command.js';
import { DESCRIPTIONS } from './descriptions.js';
import { everyOrganization } from './every-organization.js';
import { readJsonAs } from './json-file.js';
import { setCommand } from './orgs/set.js';
import { showCommand } from './orgs/show.js';
import { CommandError } from './output.js';
import { checkName, withReader, withStore } from './with-store.js';

export function orgsCommand(cli: Cli): Command {
  return new Command('orgs')
    .description(DESCRIPTIONS.orgs)
    .addCommand(createCommand(cli))
    .addCommand(setCommand(cli))
    .addCommand(showCommand(cli))
    .addCommand(listCommand(cli));
}

function createCommand(cli: Cli): Command {
  return commandWith('create', 'create an organization', ['database'])
    .argument('<name>', 'name of the organization, 1 to 120 characters')
    .option('--shop <name>', 'also create its first shop, with a deployment')
    .option('--settings <file>', "the shop's settings as JSON; absent members take the defaults")
    .option('--json', 'print the ids as JSON')
    .action(async (name: string, options: { shop?: string; settings?: string; json?: boolean }) => {
      if (options.settings !== undefined && options.shop === undefined)
        throw new CommandError('--settings goes with --shop');
      const handlers = await loadHandlers(readConfig(cli.env, flagsOf(options)));
      const settings = settingsOf(options.settings, handlers);
      const made = await withStore(cli, options, async (store, by) => {
        const { writes, ids } = organizationWrites(
          by,
          checkName(name),
          options.shop && checkName(options.shop),
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

function listCommand(cli: Cli): Command {
  return commandWith('list', 'list the organizations', ['database'])
    .option('--json', 'print as JSON, a line per organization')
    .action(async (options: { json?: boolean }) => {
      await withReader(cli, options, async (store) => {
        for (const { id, name, created_at } of await everyOrganization(store)) {
          const shown = { id, name, created_at: isoTime(created_at) };
          if (!options.json) cli.output.out(onOneLine([id, shown.created_at, name].join('  ')));
          else cli.output.out(JSON.stringify({ ...shown, usage: await store.read((rows) => rows.find('usage', id)) }));
        }
      });
    });
}

function organizationWrites(by: Author, name: string, shopName: string | undefined, settings: ShopSettings) {
  const organization = newOrganization(by, name);
  const organizationWrite: Write = insertWrite('organization', organization);
  if (!shopName) return { writes: [organizationWrite], ids: { organization_id: organization.id } };
  const shop = newShop(by, organization.id, {
    name: shopName,
    description: null,
    settings,
    demo: false,
  });
  const deployment = newDeployment(by, shop, shopName);
  const writes: Write[] = [
    organizationWrite,
    ...tenantWrites(by, insertWrite('shop', shop), 'created', ['name', 'settings']),
    ...tenantWrites(by, insertWrite('deployment', deployment), 'created', ['name']),
  ];
  return { writes, ids: { organization_id: organization.id, shop_id: shop.id, deployment_id: deployment.id } };
}

/** Returns the default settings, overridden by those of the file, if any (docs/catalog.md, Shops). */
function settingsOf(file: string | undefined, handlers: readonly PaymentHandler[]): ShopSettings {
  if (file === undefined) return DEFAULT_SETTINGS;
  const settings = readJsonAs(file, shopSettings);
  assertHandlers(settings, false, handlers);
  return settings;
}
