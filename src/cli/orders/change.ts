import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Order } from '../../domain/order/order.js';
import { displayAmount } from '../../domain/values/display.js';
import { adjustOrder } from '../../operations/order/adjust-order.js';
import { cancelOrder } from '../../operations/order/cancel-order.js';
import { holdOrder } from '../../operations/order/hold-order.js';
import { markOrderPaid } from '../../operations/order/mark-order-paid.js';
import { releaseOrder } from '../../operations/order/release-order.js';
import { setOrderNote } from '../../operations/shop/set-order-note.js';
import type { OrderAnswer } from '../../schema/order.js';
import { type Cli, commandWith } from '../command.js';
import { withStore } from '../with-store.js';
import { namedOrder } from './named-order.js';
import { openDesk, type ShopDesk } from './shop-desk.js';

export interface ChangeOptions {
  readonly shop?: string;
  readonly json?: boolean;
}

/** Creates a command that changes one order. */
export function changeCommand(name: string, description: string): Command {
  return commandWith(name, description, ['database', 'publicUrl'])
    .argument('<order>', 'id or number of the order')
    .option('--shop <id>', 'shop of the order, if a number is given (default: the only shop)')
    .option('--json', 'print the order as JSON');
}

/** Changes an order, and prints its new state. */
export async function changeOne(
  cli: Cli,
  name: string,
  options: ChangeOptions,
  change: (desk: ShopDesk, order: Order) => Promise<OrderAnswer>,
): Promise<void> {
  const order = await withStore(cli, { ...options }, async (store, by, config) => {
    const found = await namedOrder(store, name, options);
    return change(await openDesk(cli, store, by, config, found.shop_id), found);
  });
  cli.output.out(options.json ? JSON.stringify(order) : stateText(order));
}

function stateText({ display_id, status, payment_status, payment, currency }: OrderAnswer): string {
  const { amount_paid, amount_owed } = payment;
  const rest =
    amount_owed !== undefined && amount_paid > 0 && `${displayAmount(amount_owed, currency, 'en')} still owed`;
  return `order ${display_id}: ${[status, `payment ${payment_status}`, rest].filter(Boolean).join(', ')}`;
}

/** Units of a line, as an option names them. */
export interface LineUnits {
  readonly id: string;
  readonly quantity: number;
}

/** Option that may be repeated, such as `--line mug=2`. */
export function lineOption(what: string): Option {
  return new Option('--line <id=units>', `${what}; may be repeated`).argParser(
    (text: string, before: readonly LineUnits[] = []) => {
      const [, id = '', units] = /^(.+)=([1-9]\d{0,6})$/.exec(text) ?? [];
      if (units === undefined) throw new InvalidArgumentError('It must be the id of a line and units, such as mug=2.');
      return [...before, { id, quantity: Number(units) }];
    },
  );
}

/** Converts the option `--line` to the member of a request. */
export function linesMember(line: readonly LineUnits[] | undefined) {
  return line && { line_items: line };
}

interface ReasonOptions extends ChangeOptions {
  readonly reason?: string;
  readonly visible?: boolean;
}

function withReason(command: Command): Command {
  return command.option('--reason <text>', 'why').option('--visible', 'show the reason to the buyer');
}

function reasonMembers({ reason, visible }: ReasonOptions) {
  return { ...(reason !== undefined && { reason }), ...(visible && { visible }) };
}

interface UnitOptions extends ReasonOptions {
  readonly line?: readonly LineUnits[];
  readonly restock?: boolean;
  readonly amount?: number;
}

export function holdCommand(cli: Cli): Command {
  return withReason(changeCommand('hold', 'pause the fulfillment of an order'))
    .option('--note <text>', 'a note on the hold for the merchant alone')
    .action((name: string, { note, ...options }: ReasonOptions & { readonly note?: string }) =>
      changeOne(cli, name, options, ({ run }, { id: order_id }) =>
        run(holdOrder, { order_id, ...reasonMembers(options), ...(note !== undefined && { note }) }),
      ),
    );
}

export function releaseCommand(cli: Cli): Command {
  return changeCommand('release', 'continue the fulfillment of a held order').action(
    (name: string, options: ChangeOptions) =>
      changeOne(cli, name, options, ({ run }, { id: order_id }) => run(releaseOrder, { order_id })),
  );
}

export function cancelCommand(cli: Cli): Command {
  return withReason(changeCommand('cancel', 'cancel an order, or units of it that were not shipped'))
    .addOption(lineOption('units to cancel (default: the whole order)'))
    .option('--no-restock', 'do not put the units back on sale')
    .action((name: string, { line, restock, ...options }: UnitOptions) =>
      changeOne(cli, name, options, ({ run }, { id: order_id }) =>
        run(cancelOrder, { order_id, restock, ...linesMember(line), ...reasonMembers(options) }),
      ),
    );
}

export function refundCommand(cli: Cli): Command {
  return adjustCommand(cli, 'refund', 'give money back: all that is left, an amount, or that of units');
}

export function returnCommand(cli: Cli): Command {
  return adjustCommand(cli, 'return', 'record that units came back, and refund what was paid for them');
}

function adjustCommand(cli: Cli, type: 'refund' | 'return', description: string): Command {
  return withReason(changeCommand(type, description))
    .addOption(lineOption(`units to ${type}`))
    .option('--amount <minor units>', 'the amount to refund, such as 250 for 2.50', parseAmount)
    .option('--restock', 'put the units back on sale')
    .option('--no-restock', 'do not put the units back on sale (default: only units that were not shipped are)')
    .action((name: string, { line, amount, restock, ...options }: UnitOptions) =>
      changeOne(cli, name, options, ({ run }, { id: order_id }) =>
        run(adjustOrder, {
          order_id,
          type,
          ...linesMember(line),
          ...(amount !== undefined && { amount }),
          ...(restock !== undefined && { restock }),
          ...reasonMembers(options),
        }),
      ),
    );
}

function parseAmount(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number of minor units, such as 250 for 2.50.');
}

interface PaidOptions extends ChangeOptions {
  readonly amount?: number;
  readonly reference?: string;
}

export function paidCommand(cli: Cli): Command {
  return changeCommand('paid', 'record that the payment of an order has arrived, all of it or a part')
    .option('--amount <minor units>', 'the amount that arrived, such as 250 for 2.50 (default: all owed)', parseAmount)
    .option('--reference <text>', "the bank's reference, which the buyer does not see")
    .action((name: string, { amount, reference, ...options }: PaidOptions) =>
      changeOne(cli, name, options, ({ run }, { id: order_id }) =>
        run(markOrderPaid, {
          order_id,
          ...(amount !== undefined && { amount }),
          ...(reference !== undefined && { reference }),
        }),
      ),
    );
}

export function noteCommand(cli: Cli): Command {
  return changeCommand('note', 'replace the note on an order, which only the merchant can read')
    .argument('[text]', 'the note; without it, the note is removed')
    .action((name: string, note: string | undefined, options: ChangeOptions) =>
      changeOne(cli, name, options, ({ run, shop }, { id: order_id }) =>
        run(setOrderNote, { shop_id: shop.id, order_id, note: note ?? null }),
      ),
    );
}
