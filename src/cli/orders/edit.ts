import { type Command, InvalidArgumentError, Option } from 'commander';
import { displayAmount } from '../../domain/values/display.js';
import { editOrder } from '../../operations/draft/edit-order.js';
import { destination } from '../../schema/address.js';
import type { OrderAnswer } from '../../schema/order.js';
import type { Cli } from '../command.js';
import { readJsonAs } from '../json-file.js';
import { withStore } from '../with-store.js';
import { type ChangeOptions, changeCommand, type LineUnits } from './change.js';
import { namedOrder } from './named-order.js';
import { openDesk } from './shop-desk.js';

interface EditOptions extends ChangeOptions {
  readonly line?: readonly LineUnits[];
  readonly add?: readonly LineUnits[];
  readonly address?: string;
  readonly reason?: string;
  readonly visible?: boolean;
  readonly restock: boolean;
  readonly dryRun?: boolean;
}

/** Changes an order, and prints the amounts of the difference. */
export function editCommand(cli: Cli): Command {
  return changeCommand('edit', 'change units, items or the address of an order that was not shipped')
    .addOption(unitsOption('--line <id=units>', 'units that a line shall have, 0 removes it; may be repeated'))
    .addOption(unitsOption('--add <item=units>', 'item to add, which the buyer pays by a link; may be repeated'))
    .option('--address <file>', 'JSON file with another address in the same country and region; - is stdin')
    .option('--reason <text>', 'why units are canceled')
    .option('--visible', 'show the reason to the buyer')
    .option('--no-restock', 'do not put canceled units back on sale')
    .option('--dry-run', 'change nothing, and print what the change would do')
    .action(async (name: string, options: EditOptions) => {
      const order = await withStore(cli, { ...options }, async (store, by, config) => {
        const { id, shop_id } = await namedOrder(store, name, options);
        const { run } = await openDesk(cli, store, by, config, shop_id);
        return run(editOrder, { shop_id, order_id: id, ...editMembers(options) });
      });
      cli.output.out(options.json ? JSON.stringify(order) : differenceText(order));
    });
}

function unitsOption(flags: string, description: string): Option {
  return new Option(flags, description).argParser((text: string, before: readonly LineUnits[] = []) => {
    const [, id = '', units] = /^(.+)=(\d{1,7})$/.exec(text) ?? [];
    if (units === undefined) throw new InvalidArgumentError('It must be an id and units, such as mug=2.');
    return [...before, { id, quantity: Number(units) }];
  });
}

function editMembers({ line, add, address, reason, visible, restock, dryRun }: EditOptions) {
  return {
    ...(line && { line_items: line }),
    ...(add && { add: add.map(({ id, quantity }) => ({ item: { id }, quantity })) }),
    ...(address !== undefined && { destination: readJsonAs(address, destination) }),
    ...(reason !== undefined && { reason }),
    ...(visible && { visible }),
    ...(dryRun && { dry_run: true }),
    restock,
  };
}

/** Names the newest cancellation and addition of an order. */
function differenceText({ display_id, status, payment_status, currency, adjustments, additions }: OrderAnswer): string {
  const money = (amount: number) => displayAmount(amount, currency, 'en');
  const canceled = adjustments?.findLast(({ type }) => type === 'cancellation');
  const added = additions?.at(-1);
  return [
    `order ${display_id}: ${status}, payment ${payment_status}`,
    ...(canceled ? [`last cancellation: ${money(canceled.amount)}`] : []),
    ...(added ? [`last addition: ${money(added.total)} to be paid, draft ${added.draft_id}`] : []),
  ].join('\n');
}
