import { Command } from 'commander';
import type { Deployment } from '../domain/tenant/tenant.js';
import { onOneLine } from '../domain/values/text.js';
import { collectPages } from '../lists/every-page.js';
import type { StoreReader } from '../ports.js';
import { isoTime } from '../view/format.js';
import { type Cli, commandWith } from './command.js';
import { DESCRIPTIONS } from './descriptions.js';
import { everyOrganization } from './every-organization.js';
import { withReader } from './with-store.js';

export function shopsCommand(cli: Cli): Command {
  return new Command('shops').description(DESCRIPTIONS.shops).addCommand(listCommand(cli));
}

function listCommand(cli: Cli): Command {
  return commandWith('list', 'list the shops with their organizations and deployments', ['database'])
    .option('--organization <id>', 'only this organization')
    .option('--json', 'print as JSON, a line per shop')
    .action(async (options: { organization?: string; json?: boolean }) => {
      await withReader(cli, { ...options }, async (store) => {
        for (const organization_id of options.organization ? [options.organization] : await organizationIds(store))
          await print(cli, store, organization_id, options.json);
      });
    });
}

async function organizationIds(store: StoreReader): Promise<string[]> {
  return (await everyOrganization(store)).map(({ id }) => id);
}

async function print(cli: Cli, store: StoreReader, organization_id: string, asJson = false): Promise<void> {
  for (const { id, name, settings, created_at } of await collectPages((after, limit) =>
    store.list('shops', { organization_id }, after, limit),
  )) {
    const deployments = await collectPages((after, limit) => store.list('deployments', { shop_id: id }, after, limit));
    const shown = { id, organization_id, name, currency: settings.currency, created_at: isoTime(created_at) };
    if (asJson) cli.output.out(JSON.stringify({ ...shown, deployments: deployments.map(inShort) }));
    else {
      cli.output.out(onOneLine([id, organization_id, settings.currency, shown.created_at, name].join('  ')));
      for (const one of deployments) cli.output.out(onOneLine(`  ${one.id}  ${one.name}`));
    }
  }
}

function inShort({ id, name }: Deployment) {
  return { id, name };
}
