import { type Command, Option } from 'commander';
import { hasOpenLink } from '../../domain/order/order-link.js';
import { endLink, renewLink } from '../../operations/order/link-writes.js';
import type { OrderWrites } from '../../records/order-writes.js';
import { makeLinks } from '../../view/links.js';
import { shopIn } from '../choose-shop.js';
import { type Cli, commandWith } from '../command.js';
import { CommandError } from '../output.js';
import { linkUrl } from '../serving-file.js';
import { withStore } from '../with-store.js';
import { namedOrder, orderIn } from './named-order.js';

interface LinkOptions {
  readonly shop?: string;
  readonly renew?: boolean;
  readonly end?: boolean;
}

export function linkCommand(cli: Cli): Command {
  return commandWith('link', "print, revoke or replace the link to an order's page", ['database', 'publicUrl'])
    .argument('<order>', 'id or number of the order')
    .option('--shop <id>', 'shop of the order, if a number is given (default: the only shop)')
    .addOption(new Option('--renew', 'replace the link').conflicts('end'))
    .option('--end', 'revoke the link; the order has none until it is replaced')
    .action(async (name: string, options: LinkOptions) => {
      const text = await withStore(cli, { ...options }, async (store, by, config) => {
        const { id } = await namedOrder(store, name, options);
        const change = options.renew ? renewLink : options.end ? endLink : undefined;
        const { order, shop } = await store.update((rows) => {
          const found = orderIn(rows, id);
          const { order, writes }: OrderWrites = change?.(rows, by, found) ?? { order: found, writes: [] };
          return { writes, result: { order, shop: shopIn(rows, order.shop_id) } };
        });
        if (options.end) return `the link of order ${order.display_id} has ended`;
        if (!hasOpenLink(order, shop, by.now))
          throw new CommandError(`the link of order ${order.display_id} has ended; --renew makes another one`);
        return makeLinks(() => linkUrl(config), store.secret('links')).orderUrl(order, shop);
      });
      cli.output.out(text);
    });
}
