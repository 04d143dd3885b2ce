import { Command } from 'commander';
import { z } from 'zod';
import { discountKey } from '../domain/shop/discount.js';
import { pluralize } from '../domain/values/pluralize.js';
import { collectPages } from '../lists/every-page.js';
import { deleteDiscount, discountViews, putDiscount } from '../operations/shop/discounts.js';
import type { StoreReader } from '../ports.js';
import { type DiscountAnswer, discountEntry } from '../schema/discount.js';
import { chooseShop, SHOP_OPTION, shopIn } from './choose-shop.js';
import { type Cli, commandWith } from './command.js';
import { DESCRIPTIONS } from './descriptions.js';
import { readJsonAs } from './json-file.js';
import { CommandError } from './output.js';
import { withReader, withStore } from './with-store.js';

interface DiscountOptions {
  readonly shop?: string;
  readonly json?: boolean;
}

export function discountsCommand(cli: Cli): Command {
  return new Command('discounts')
    .description(DESCRIPTIONS.discounts)
    .addCommand(listCommand(cli))
    .addCommand(putCommand(cli))
    .addCommand(deleteCommand(cli));
}

function listCommand(cli: Cli): Command {
  return commandWith('list', 'list the discounts with their remaining uses', ['database'])
    .option(...SHOP_OPTION)
    .option('--json', 'print as JSON')
    .action(async (options: DiscountOptions) => {
      const shown = await withReader(cli, { ...options }, async (store) =>
        allDiscounts(store, await chooseShop(store, options.shop)),
      );
      if (options.json) cli.output.out(JSON.stringify(shown));
      else for (const one of shown) cli.output.out(lineOf(one));
    });
}

async function allDiscounts(store: StoreReader, shopId: string): Promise<DiscountAnswer[]> {
  const found = await collectPages((after, limit) => store.list('discounts', { shop_id: shopId }, after, limit));
  return store.read((rows) => discountViews(rows, found));
}

function lineOf({ code, kind, title, uses_left, automatic }: DiscountAnswer): string {
  const left = uses_left === null ? 'unlimited' : `${uses_left} left`;
  return [code, kind, left, automatic ? 'automatic' : 'by code', title].join('  ');
}

function putCommand(cli: Cli): Command {
  return commandWith(
    'put',
    'create discounts, or replace those with the same code: all discounts of the file or none',
    ['database'],
  )
    .argument('<file>', 'a JSON array of discounts, each with its code')
    .option(...SHOP_OPTION)
    .action(async (file: string, options: DiscountOptions) => {
      const entries = readJsonAs(file, z.array(discountEntry));
      const keys = new Set(entries.map(({ code }) => discountKey('', code)));
      if (keys.size < entries.length) throw new CommandError(`${file}: a code appears twice`);
      await withStore(cli, { ...options }, async (store, by) => {
        const id = await chooseShop(store, options.shop);
        await store.update((rows) => {
          const shop = shopIn(rows, id);
          const writes = entries.flatMap(({ code, ...terms }) => [...putDiscount(rows, by, shop, code, terms).writes]);
          return { writes, result: undefined };
        });
      });
      cli.output.out(`${pluralize(entries.length, 'discount')} written`);
    });
}

function deleteCommand(cli: Cli): Command {
  return commandWith('delete', 'delete a discount', ['database'])
    .argument('<code>', 'code of the discount')
    .option(...SHOP_OPTION)
    .action(async (code: string, options: DiscountOptions) => {
      await withStore(cli, { ...options }, async (store, by) => {
        const id = await chooseShop(store, options.shop);
        await store.update((rows) => {
          const row = rows.get('discount', discountKey(id, code));
          if (!row) throw new CommandError(`the shop has no discount ${code}`);
          return { writes: deleteDiscount(by, shopIn(rows, id), row), result: undefined };
        });
      });
      cli.output.out(`deleted ${code}`);
    });
}
