import { Command } from 'commander';
import { onOneLine } from '../domain/values/text.js';
import { orderAuditLog } from '../operations/order/order-audit-log.js';
import type { AuditEvent } from '../ports.js';
import { isoTime } from '../view/format.js';
import { type Cli, commandWith } from './command.js';
import {
  cancelCommand,
  holdCommand,
  noteCommand,
  paidCommand,
  refundCommand,
  releaseCommand,
  returnCommand,
} from './orders/change.js';
import { exportCommand } from './orders/export.js';
import { linkCommand } from './orders/link.js';
import { listCommand, searchCommand } from './orders/list.js';
import { namedOrder } from './orders/named-order.js';
import { orderLines } from './orders/order-text.js';
import { shipCommand } from './orders/ship.js';
import { withStore } from './with-store.js';

export function ordersCommand(cli: Cli): Command {
  return new Command('orders')
    .description('show, list, find, export, ship and change orders')
    .addCommand(showCommand(cli))
    .addCommand(listCommand(cli))
    .addCommand(searchCommand(cli))
    .addCommand(exportCommand(cli))
    .addCommand(linkCommand(cli))
    .addCommand(shipCommand(cli))
    .addCommand(holdCommand(cli))
    .addCommand(releaseCommand(cli))
    .addCommand(cancelCommand(cli))
    .addCommand(refundCommand(cli))
    .addCommand(returnCommand(cli))
    .addCommand(paidCommand(cli))
    .addCommand(noteCommand(cli));
}

function showCommand(cli: Cli): Command {
  return commandWith('show', 'print an order and its history', ['database'])
    .argument('<order>', 'id or number of the order')
    .option('--shop <id>', 'shop of the order, if a number is given (default: the only shop)')
    .option('--json', 'print as JSON')
    .action(async (name: string, options: { shop?: string; json?: boolean }) => {
      const { order, history } = await withStore(cli, { ...options }, async (store) => {
        const found = await namedOrder(store, name, options);
        return { order: found, history: await orderAuditLog(store, found.id) };
      });
      if (options.json) cli.output.out(JSON.stringify({ order, history }, instantsAsText));
      else cli.output.out([...orderLines(order), '', ...history.map(eventLine)].map(onOneLine).join('\n'));
    });
}

function eventLine({ at, action, actor, changed }: AuditEvent): string {
  return [isoTime(at), action, actor, changed.join(',')].join('  ');
}

const INSTANTS = new Set(['at', 'created_at', 'updated_at', 'occurred_at', 'settled_at', 'fulfillable_on']);

/** Converts instants to ISO 8601 for JSON. */
function instantsAsText(name: string, value: unknown): unknown {
  return INSTANTS.has(name) && typeof value === 'number' ? isoTime(value) : value;
}
