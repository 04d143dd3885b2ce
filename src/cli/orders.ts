import { Command } from 'commander';
import type { Order } from '../domain/order/order.js';
import { onOneLine } from '../domain/values/text.js';
import { orderAuditLog } from '../operations/order/order-audit-log.js';
import type { AuditEvent, Store, StoreReader } from '../ports.js';
import { isoTime } from '../view/format.js';
import { chosenShop, shopIn } from './chosen-shop.js';
import { type Cli, commandWith } from './command.js';
import { exportCommand } from './orders/export.js';
import { listCommand, searchCommand } from './orders/list.js';
import { chosenOrders } from './orders/order-filter.js';
import { orderLines } from './orders/order-text.js';
import { CommandError } from './output.js';
import { withStore } from './with-store.js';

export function ordersCommand(cli: Cli): Command {
  return new Command('orders')
    .description('show, list, find and export orders')
    .addCommand(showCommand(cli))
    .addCommand(listCommand(cli))
    .addCommand(searchCommand(cli))
    .addCommand(exportCommand(cli));
}

function showCommand(cli: Cli): Command {
  return commandWith('show', 'print an order and its history', ['database'])
    .argument('<order>', 'id or number of the order')
    .option('--shop <id>', 'the shop of the number (default: the only one)')
    .option('--json', 'print as JSON')
    .action(async (name: string, options: { shop?: string; json?: boolean }) => {
      const { order, history } = await withStore(cli, { ...options }, async (store) => {
        const found = name.startsWith('ord_')
          ? await orderById(store, name)
          : await orderByNumber(store, name, options);
        return { order: found, history: await orderAuditLog(store, found.id) };
      });
      if (options.json) cli.output.out(JSON.stringify({ order, history }, instantsAsText));
      else cli.output.out([...orderLines(order), '', ...history.map(eventLine)].map(onOneLine).join('\n'));
    });
}

/** @throws CommandError when there is none */
async function orderById(store: StoreReader, id: string): Promise<Order> {
  const found = await store.read((rows) => rows.get('order', id));
  if (!found) throw new CommandError(`there is no order ${id}`);
  return found;
}

/** @throws CommandError when there is none, or the shop has to be named */
async function orderByNumber(store: Store, number: string, options: { readonly shop?: string }): Promise<Order> {
  const shopId = await chosenShop(store, options.shop);
  const shop = await store.read((rows) => shopIn(rows, shopId));
  for await (const entries of chosenOrders(store, shop, {}, number, 100)) {
    const found = entries.find(({ order }) => order.display_id === number);
    if (found) return found.order;
  }
  throw new CommandError(`the shop has no order ${number}; \`portal orders search\` finds orders by other words`);
}

function eventLine({ at, action, actor, changed }: AuditEvent): string {
  return [isoTime(at), action, actor, changed.join(',')].join('  ');
}

const INSTANTS = new Set(['at', 'created_at', 'updated_at', 'occurred_at', 'settled_at', 'fulfillable_on']);

/** For JSON: instants as ISO 8601. */
function instantsAsText(name: string, value: unknown): unknown {
  return INSTANTS.has(name) && typeof value === 'number' ? isoTime(value) : value;
}
