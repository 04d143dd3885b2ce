import { Command, Option } from 'commander';
import { itemKey } from '../domain/shop/item.js';
import { itemTitle } from '../domain/shop/item-title.js';
import { onOneLine } from '../domain/values/text.js';
import { checkFileRows } from '../feeds/read-items.js';
import { collectPages } from '../lists/every-page.js';
import { readStoredItem, type StoredItem } from '../operations/shop/items.js';
import { buildPlanWrites, EXPLICIT, planItems } from '../operations/shop/plan-items.js';
import { correctStock } from '../operations/shop/stock.js';
import type { MovementPosition, Rows, StockMovement, Store } from '../ports.js';
import { stockUnits } from '../schema/item-import.js';
import { isoTime } from '../view/format.js';
import { movementView } from '../view/movement-view.js';
import { shopItemView } from '../view/shop-item-view.js';
import { chooseShop, SHOP_OPTION, shopIn } from './choose-shop.js';
import { type Cli, commandWith } from './command.js';
import { DESCRIPTIONS } from './descriptions.js';
import { CommandError } from './output.js';
import { withReader, withStore } from './with-store.js';

interface ItemOptions {
  readonly shop?: string;
  readonly json?: boolean;
}

export function itemsCommand(cli: Cli): Command {
  return new Command('items')
    .description(DESCRIPTIONS.items)
    .addCommand(listCommand(cli))
    .addCommand(showCommand(cli))
    .addCommand(setCommand(cli))
    .addCommand(stockCommand(cli));
}

function listCommand(cli: Cli): Command {
  return commandWith('list', 'list the items, oldest first', ['database'])
    .option(...SHOP_OPTION)
    .option('--json', 'print as JSON, one item per line')
    .action(async (options: ItemOptions) => {
      const items = await withReader(cli, { ...options }, async (store) => {
        const shop_id = await chooseShop(store, options.shop);
        return collectPages((after, limit) => store.list('items', { shop_id }, after, limit));
      });
      for (const one of items) cli.output.out(options.json ? JSON.stringify(shopItemView(one)) : lineOf(one));
    });
}

function lineOf({ item, stock }: StoredItem): string {
  return onOneLine(
    [item.id, item.price, stock === null ? 'not counted' : `${stock} left`, item.status, itemTitle(item)].join('  '),
  );
}

function showCommand(cli: Cli): Command {
  return commandWith('show', 'print an item as JSON, in the import format', ['database'])
    .argument('<id>', 'id of the item')
    .option(...SHOP_OPTION)
    .action(async (id: string, options: ItemOptions) => {
      const found = await withReader(cli, { ...options }, async (store) => {
        const shopId = await chooseShop(store, options.shop);
        return store.read((rows) => itemIn(rows, shopId, id));
      });
      cli.output.out(JSON.stringify(shopItemView(found), null, 2));
    });
}

function setCommand(cli: Cli): Command {
  return commandWith('set', 'change members of an item, written as in a CSV file; an empty value sets the default', [
    'database',
  ])
    .argument('<id>', 'id of the item')
    .argument('<members...>', 'such as price=1999 "title=Blue mug"')
    .option(...SHOP_OPTION)
    .action(async (id: string, members: readonly string[], options: ItemOptions) => {
      const changed = await withStore(cli, { ...options }, async (store, by) => {
        const shopId = await chooseShop(store, options.shop);
        const { currency } = (await store.read((rows) => shopIn(rows, shopId))).settings;
        const { rows: imported, refused } = checkFileRows('the command', [{ id, ...cellsOf(members) }], currency);
        return store.update((rows) => {
          itemIn(rows, shopId, id);
          const plan = planItems(rows, shopId, imported, EXPLICIT);
          const [problem] = [...refused, ...plan.refused];
          if (problem) throw new CommandError(problem.problem);
          const writes = buildPlanWrites(by, shopIn(rows, shopId), plan.planned);
          return { writes, result: plan.planned.flatMap((one) => one.changed) };
        });
      });
      cli.output.out(changed.length === 0 ? 'nothing changed' : `${id}: ${changed.join(', ')} changed`);
    });
}

/** @throws CommandError for text other than `member=value`, and for the members `stock` and `id` */
function cellsOf(members: readonly string[]): Readonly<Record<string, string>> {
  const cells = members.map((member) => {
    const at = member.indexOf('=');
    if (at < 1) throw new CommandError(`"${member}": write it as member=value`);
    return [member.slice(0, at), member.slice(at + 1).trim()] as const;
  });
  if (cells.some(([name]) => name === 'stock' || name === 'id'))
    throw new CommandError('stock moves with every sale: use `portal items stock`; an id never changes');
  return Object.fromEntries(cells);
}

interface StockOptions extends ItemOptions {
  readonly by?: string;
  readonly reason?: string;
  readonly to?: string;
  readonly expected?: string;
}

function stockCommand(cli: Cli): Command {
  return commandWith('stock', 'print the ledger of an item, newest first; or move its units', ['database'])
    .argument('<id>', 'id of the item')
    .option(...SHOP_OPTION)
    .addOption(new Option('--by <units>', 'units to add, or to remove if negative; needs --reason').conflicts('to'))
    .option('--reason <text>', 'reason, for the ledger')
    .option('--to <units>', 'counted units, or "none" to stop counting; needs --expected')
    .option('--expected <units>', 'units in stock before the change, or "none"')
    .option('--json', 'print as JSON')
    .action(async (id: string, options: StockOptions) => {
      const { by: units, to } = options;
      await withStore(cli, { ...options }, async (store, by) => {
        const shopId = await chooseShop(store, options.shop);
        if (units === undefined && to === undefined) return printLedger(cli, store, shopId, id, options);
        const correction = correctionOf(options);
        const { stock } = await store.update((rows) => {
          const saved = correctStock(by, shopIn(rows, shopId), itemIn(rows, shopId, id), correction);
          return { writes: saved.writes, result: saved };
        });
        cli.output.out(stock === null ? `${id}: not counted` : `${id}: ${stock} left`);
      });
    });
}

function correctionOf({ by, reason, to, expected }: StockOptions) {
  if (by !== undefined) {
    if (reason === undefined) throw new CommandError('--by needs --reason');
    return { by: unitsOf('--by', by) ?? 0, reason };
  }
  if (expected === undefined) throw new CommandError('--to needs --expected, the units in stock before the change');
  return { to: unitsOf('--to', to ?? ''), expected: unitsOf('--expected', expected), reason };
}

/** @throws CommandError */
function unitsOf(option: string, text: string): number | null {
  if (text === 'none' && option !== '--by') return null;
  const units = /^[+-]?\d{1,10}$/.test(text) ? stockUnits.safeParse(Number(text)).data : undefined;
  if (units !== undefined && (units !== 0 || option !== '--by')) return units;
  throw new CommandError(`${option} must be a whole number${option === '--by' ? ', but not 0' : ' or "none"'}`);
}

async function printLedger(cli: Cli, store: Store, shopId: string, id: string, { json }: ItemOptions): Promise<void> {
  await store.read((rows) => itemIn(rows, shopId, id));
  const filter = { item: itemKey(shopId, id) };
  const all = await collectPages<StockMovement, MovementPosition>((after, limit) =>
    store.list('stock_movements', filter, after, limit),
  );
  for (const one of all) cli.output.out(json ? JSON.stringify(movementView(one)) : movementLine(one));
}

function movementLine({ at, kind, by, stock_after, reason, checkout_id, order_id, actor }: StockMovement): string {
  const left = stock_after === null ? 'not counted' : `${stock_after} left`;
  const about = [reason, checkout_id, order_id].filter((text) => text !== null);
  return onOneLine([isoTime(at), kind, by > 0 ? `+${by}` : by, left, ...about, actor].join('  '));
}

/** @throws CommandError when the shop has no such item */
function itemIn(rows: Rows, shopId: string, id: string): StoredItem {
  const found = readStoredItem(rows, shopId, id);
  if (!found) throw new CommandError(`the shop has no item ${id}`);
  return found;
}
