import type { Command } from 'commander';
import { onOneLine } from '../../domain/values/text.js';
import { orderAuditLog } from '../../operations/order/order-audit-log.js';
import type { AuditEvent } from '../../ports.js';
import { isoTime } from '../../view/format.js';
import { type Cli, commandWith } from '../command.js';
import { withReader } from '../with-store.js';
import { namedOrder } from './named-order.js';
import { orderLines } from './order-text.js';

export function showCommand(cli: Cli): Command {
  return commandWith('show', 'print an order and its history', ['database'])
    .argument('<order>', 'id or number of the order')
    .option('--shop <id>', 'shop of the order, if a number is given (default: the only shop)')
    .option('--json', 'print as JSON')
    .action(async (name: string, options: { shop?: string; json?: boolean }) => {
      const { order, history } = await withReader(cli, { ...options }, async (store) => {
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

const INSTANTS = new Set(['at', 'created_at', 'updated_at', 'occurred_at', 'settled_at', 'fulfillable_on', 'until']);

/** Converts instants to ISO 8601 for JSON. */
function instantsAsText(name: string, value: unknown): unknown {
  return INSTANTS.has(name) && typeof value === 'number' ? isoTime(value) : value;
}
