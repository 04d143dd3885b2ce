import { Command } from 'commander';
import type { Adjustment } from '../domain/order/adjustment.js';
import { type Order, orderTotal, type Quantity } from '../domain/order/order.js';
import { onOneLine } from '../domain/values/text.js';
import { orderAuditLog } from '../operations/order/order-audit-log.js';
import type { AuditEvent, Store, StoreReader } from '../ports.js';
import { displayAmount, isoTime } from '../view/format.js';
import { buyerName } from '../view/shop-order-view.js';
import { chosenShop, shopIn } from './chosen-shop.js';
import { type Cli, commandWith } from './command.js';
import { exportCommand } from './orders/export.js';
import { listCommand, searchCommand } from './orders/list.js';
import { chosenOrders } from './orders/order-filter.js';
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

function orderLines(order: Order): string[] {
  const money = (amount: number) => displayAmount(amount, order.currency, 'en');
  return [
    `order ${order.display_id} (${order.id}), placed ${isoTime(order.created_at)}`,
    `${order.status}, payment ${order.payment_status}, ${money(orderTotal(order))}`,
    ...because('buyer', [buyerName(order), order.buyer?.email, order.buyer?.phone_number].filter(Boolean).join(', ')),
    ...because('on hold', order.hold_reason),
    ...because('note', order.hold_note),
    ...because('canceled', order.cancel_reason),
    ...order.line_items.map(
      ({ id, item, quantity }) =>
        `  ${quantity.total} x ${item.title} (item ${item.id}, line ${id}), ${unitsText(quantity)}`,
    ),
    ...order.fulfillment.expectations.map(
      ({ description, destination }) => `  ${[description, ...placeLines(destination)].join(', ')}`,
    ),
    ...order.fulfillment.events.map(
      ({ type, occurred_at, carrier, tracking_number }) =>
        `  ${[isoTime(occurred_at), type, carrier, tracking_number].filter(Boolean).join('  ')}`,
    ),
    ...order.adjustments.map(
      (one) => `  ${isoTime(one.created_at)}  ${one.type} ${money(one.amount)}, ${endText(one)}`,
    ),
  ];
}

function unitsText({ fulfilled, canceled }: Quantity): string {
  return canceled > 0 ? `${fulfilled} fulfilled, ${canceled} canceled` : `${fulfilled} fulfilled`;
}

function placeLines(place: Order['fulfillment']['expectations'][number]['destination']): string[] {
  const { street_address, extended_address, postal_code, address_locality, address_region, address_country } =
    place ?? {};
  const parts = [street_address, extended_address, postal_code, address_locality, address_region, address_country];
  return parts.flatMap((part) => part || []);
}

function because(what: string, reason: string | undefined): string[] {
  return !reason ? [] : [`  ${what}: ${reason}`];
}

function endText(adjustment: Adjustment): string {
  return adjustment.status === 'failed' ? `failed: ${adjustment.failure}` : adjustment.status;
}

function eventLine({ at, action, actor, changed }: AuditEvent): string {
  return [isoTime(at), action, actor, changed.join(',')].join('  ');
}

const INSTANTS = new Set(['at', 'created_at', 'updated_at', 'occurred_at', 'settled_at', 'fulfillable_on']);

/** For JSON: instants as ISO 8601. */
function instantsAsText(name: string, value: unknown): unknown {
  return INSTANTS.has(name) && typeof value === 'number' ? isoTime(value) : value;
}
