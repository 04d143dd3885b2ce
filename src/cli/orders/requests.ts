import type { Command } from 'commander';
import { onOneLine } from '../../domain/values/text.js';
import { eachPage } from '../../lists/every-page.js';
import type { Position } from '../../ports.js';
import type { RequestedOrder } from '../../schema/order.js';
import { requestedOrderView } from '../../view/requested-order-view.js';
import { chooseShop, shopIn } from '../choose-shop.js';
import { type Cli, commandWith } from '../command.js';
import { withReader } from '../with-store.js';

/** Lists the requests of buyers that wait for the merchant, oldest first. */
export function requestsCommand(cli: Cli): Command {
  return commandWith('requests', 'list requests of buyers that wait for an answer', ['database'])
    .option('--shop <id>', 'shop of the orders (default: the only shop)')
    .option('--json', 'print as JSON, a line per order')
    .action((options: { shop?: string; json?: boolean }) =>
      withReader(cli, { ...options }, async (store) => {
        const shop_id = await chooseShop(store, options.shop);
        await store.read((rows) => shopIn(rows, shop_id));
        const read = (after: Position | undefined, limit: number) =>
          store.list('requested_orders', { shop_id }, after, limit);
        for await (const orders of eachPage(read))
          for (const order of orders.map(requestedOrderView))
            cli.output.out(options.json ? JSON.stringify(order) : linesOf(order).map(onOneLine).join('\n'));
      }),
    );
}

function linesOf({ display_id, requests }: RequestedOrder): string[] {
  return requests.map(({ id, type, line_items = [], reason = '', created_at }) => {
    const units = line_items.map((line) => `${line.id}=${line.quantity}`).join(' ');
    return [display_id, created_at, type, id, units, reason].filter((part) => part !== '').join('  ');
  });
}
