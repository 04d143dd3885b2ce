import type { Command } from 'commander';
import { orderContextHash, receiptContext } from '../../domain/order/receipt-context.js';
import { type Cli, commandWith } from '../command.js';
import { CommandError } from '../output.js';
import { withStore } from '../with-store.js';

export function contextCommand(cli: Cli): Command {
  return commandWith('context', 'print the context_hash of an order, for a receipt about it', ['database'])
    .argument('<order>', 'id of the order')
    .option('--json', 'print context and context_hash as JSON')
    .action(async (id: string, options: { json?: boolean }) => {
      const order = await withStore(cli, options, (store) => store.read((rows) => rows.get('order', id)));
      if (!order) throw new CommandError(`there is no order ${id}`);
      const context = receiptContext(order);
      const context_hash = orderContextHash(order);
      cli.output.out(options.json ? JSON.stringify({ context, context_hash }) : context_hash);
    });
}
