import { Command } from 'commander';
import { displayAmount } from '../domain/values/display.js';
import { collectPages } from '../lists/every-page.js';
import { describeGrants, type GrantReader, readShopGrants } from '../operations/shop/shop-grants.js';
import { buildRevocation } from '../operations/tenancy/key-writes.js';
import type { Position } from '../ports.js';
import { readSpentByKey } from '../records/spending.js';
import type { ShopGrantAnswer } from '../schema/grant.js';
import { systemClock } from '../system.js';
import { shopGrantView } from '../view/grant-view.js';
import { keyView } from '../view/key-view.js';
import { chooseOrganization, ORGANIZATION_OPTION } from './choose-organization.js';
import { shopIn } from './choose-shop.js';
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

interface ListOptions {
  readonly organization?: string;
  readonly shop?: string;
  readonly json?: boolean;
}

function listCommand(cli: Cli): Command {
  return commandWith('list', 'list the assistants that people connected over OAuth', ['database'])
    .option(...ORGANIZATION_OPTION)
    .option('--shop <id>', 'only of this shop, with what each spent in 30 days and its newest orders')
    .option('--json', 'print as JSON')
    .action(async (options: ListOptions) => {
      const { shop } = options;
      await (shop === undefined ? printAll(cli, options) : printOfShop(cli, { ...options, shop }));
    });
}

async function printAll(cli: Cli, options: ListOptions): Promise<void> {
  const shown = await withReader(cli, { ...options }, async (store) => {
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
}

async function printOfShop(cli: Cli, options: ListOptions & { readonly shop: string }): Promise<void> {
  const shown = await withReader(cli, { ...options }, async (store) => {
    const now = systemClock.now();
    const { id: shop_id, organization_id } = await store.read((rows) => shopIn(rows, options.shop));
    const reader = {
      read: (look) => store.read(look),
      page: (name, filter, after, limit) => store.list(name, filter, after, limit),
    } satisfies GrantReader;
    const shop = { shop_id, organization_id, now };
    const keys = await collectPages((after: Position | undefined, limit) => readShopGrants(reader, shop, after, limit));
    const described = await describeGrants(reader, shop, keys, true);
    return described.map((one) => shopGrantView(one, now));
  });
  if (options.json) cli.output.out(JSON.stringify(shown));
  else for (const grant of shown) cli.output.out(shopGrantText(grant));
}

function shopGrantText({ id, status, limits, orders = [], ...grant }: ShopGrantAnswer): string {
  const placed = orders.map(
    ({ display_id, total, currency }) => `${display_id} ${displayAmount(total, currency, 'en')}`,
  );
  return [
    ...[id, status, grant.client_name, `${grant.client_host} (${grant.client_kind})`],
    limits ? limitsText(limits) : 'no limits',
    ...(limits && grant.spent_30_days !== undefined
      ? [`spent ${displayAmount(grant.spent_30_days, limits.currency, 'en')} in 30 days`]
      : []),
    `until ${grant.revoked_at ?? grant.ends_at}`,
    placed.length === 0 ? 'no orders' : `orders ${placed.join(', ')}`,
  ].join('  ');
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
