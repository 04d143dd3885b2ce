import { Command } from 'commander';
import { type Order, orderTotal } from '../domain/order/order.js';
import type { AuditEvent, AuditPosition, Store } from '../ports.js';
import { displayAmount, isoTime } from '../view/format.js';
import { type Cli, commandWith, withStore } from './command.js';
import { CommandError } from './output.js';

/** Events read at once. */
const PAGE = 100;

export function ordersCommand(cli: Cli): Command {
  return new Command('orders').description('look at orders').addCommand(showCommand(cli));
}

function showCommand(cli: Cli): Command {
  return commandWith('show', 'print an order and its history', ['database'])
    .argument('<id>', 'id of the order')
    .option('--json', 'print as JSON')
    .action(async (id: string, options: { json?: boolean }) => {
      const { order, history } = await withStore(cli, { ...options }, async (store) => {
        const found = await store.read((rows) => rows.get('order', id));
        if (!found) throw new CommandError(`there is no order ${id}`);
        return { order: found, history: await historyOf(store, id) };
      });
      if (options.json) cli.output.out(JSON.stringify({ order: times(order), history: history.map(times) }));
      else cli.output.out([...orderLines(order), '', ...history.map(eventLine)].join('\n'));
    });
}

async function historyOf(store: Store, id: string): Promise<AuditEvent[]> {
  const events: AuditEvent[] = [];
  let after: AuditPosition | undefined;
  do {
    const page = await store.listAudit({ type: 'order', id }, after, PAGE);
    events.push(...page.entries);
    after = page.next;
  } while (after);
  return events;
}

function orderLines(order: Order): string[] {
  const money = (amount: number) => displayAmount(amount, order.currency, 'en');
  return [
    `order ${order.display_id} (${order.id}), placed ${isoTime(order.created_at)}`,
    `${order.status}, payment ${order.payment_status}, ${money(orderTotal(order))}`,
    ...order.line_items.map(
      ({ id, item, quantity }) => `  ${quantity.total} x ${item.title} (${id}), ${quantity.fulfilled} fulfilled`,
    ),
    ...order.fulfillment.events.map(
      ({ type, occurred_at, carrier, tracking_number }) =>
        `  ${[isoTime(occurred_at), type, carrier, tracking_number].filter(Boolean).join('  ')}`,
    ),
    ...order.adjustments.map(
      ({ type, status, amount, created_at }) => `  ${isoTime(created_at)}  ${type} ${money(amount)}, ${status}`,
    ),
  ];
}

function eventLine({ at, action, actor, changed }: AuditEvent): string {
  return [isoTime(at), action, actor, changed.join(',')].join('  ');
}

const INSTANTS = new Set(['at', 'created_at', 'updated_at', 'occurred_at', 'settled_at', 'fulfillable_on']);

/** The same with its instants as ISO 8601. */
function times(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (name, inner) => (INSTANTS.has(name) && typeof inner === 'number' ? isoTime(inner) : inner)),
  );
}
