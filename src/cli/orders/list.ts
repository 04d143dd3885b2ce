import type { Command } from 'commander';
import { orderTotal } from '../../domain/order/order.js';
import { displayAmount } from '../../domain/values/display.js';
import { onOneLine } from '../../domain/values/text.js';
import type { ChangedOrder } from '../../ports.js';
import { isoTime } from '../../view/format.js';
import { orderHead } from '../../view/order-view.js';
import { buyerName } from '../../view/shop-order-view.js';
import { chooseShop, shopIn } from '../choose-shop.js';
import { type Cli, commandWith } from '../command.js';
import { wholeNumber } from '../whole-number.js';
import { withReader } from '../with-store.js';
import { addFilters, type FilterOptions, selectOrders } from './order-filter.js';

interface ListOptions extends FilterOptions {
  readonly limit: string;
  readonly json?: boolean;
}

const MAX_ORDERS = 10_000;

export function listCommand(cli: Cli): Command {
  return shown(addFilters(commandWith('list', 'list orders of a shop, newest first', ['database']))).action(
    (options: ListOptions) => print(cli, options, undefined),
  );
}

export function searchCommand(cli: Cli): Command {
  const what = 'find orders by number, email address, name, item or tracking number';
  return shown(
    addFilters(commandWith('search', what, ['database']).argument('<query>', 'words, all of which an order has')),
  ).action((query: string, options: ListOptions) => print(cli, options, query));
}

function shown(command: Command): Command {
  return command
    .option('--limit <number>', `maximum number of orders, 1 to ${MAX_ORDERS}`, '50')
    .option('--json', 'print as JSON, a line per order');
}

async function print(cli: Cli, options: ListOptions, query: string | undefined): Promise<void> {
  const range = { min: 1, max: MAX_ORDERS };
  const limit = wholeNumber('--limit', options.limit, `must be 1 to ${MAX_ORDERS}`, range);
  await withReader(cli, { ...options }, async (store) => {
    const id = await chooseShop(store, options.shop);
    const shop = await store.read((rows) => shopIn(rows, id));
    let left = limit;
    for await (const entries of selectOrders(store, shop, options, query, Math.min(limit + 1, 100))) {
      for (const entry of entries.slice(0, left))
        cli.output.out(options.json ? JSON.stringify(inShort(entry)) : onOneLine(lineOf(entry)));
      left -= entries.length;
      if (left < 0) {
        cli.output.err(`there are more than these ${limit}; --limit accepts up to ${MAX_ORDERS}`);
        return;
      }
    }
  });
}

function inShort({ order, changed }: ChangedOrder) {
  return {
    ...orderHead(order),
    buyer_name: buyerName(order),
    email: order.buyer?.email,
    deployment_id: order.deployment_id,
    changed,
  };
}

function lineOf({ order }: ChangedOrder): string {
  const who = [buyerName(order), order.buyer?.email].filter(Boolean).join(' ');
  const total = displayAmount(orderTotal(order), order.currency, 'en');
  return [order.display_id, isoTime(order.created_at), order.status, order.payment_status, total, who, order.id].join(
    '  ',
  );
}
