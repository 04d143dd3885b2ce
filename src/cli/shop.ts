import { Command } from 'commander';
import { renewLinksOfShop } from '../operations/order/link-writes.js';
import { replaceSettings } from '../operations/shop/settings.js';
import { shopSettings } from '../schema/shop.js';
import { chooseShop, SHOP_OPTION, shopIn } from './choose-shop.js';
import { type Cli, commandWith } from './command.js';
import { DESCRIPTIONS } from './descriptions.js';
import { readJsonAs } from './json-file.js';
import { withStore } from './with-store.js';

interface ShopOptions {
  readonly shop?: string;
}

export function shopCommand(cli: Cli): Command {
  return new Command('shop')
    .description(DESCRIPTIONS.shop)
    .addCommand(getCommand(cli))
    .addCommand(putCommand(cli))
    .addCommand(renewLinksCommand(cli));
}

function getCommand(cli: Cli): Command {
  return commandWith('get', "print a shop's settings as JSON", ['database'])
    .option(...SHOP_OPTION)
    .action(async (options: ShopOptions) => {
      const { settings } = await withStore(cli, { ...options }, async (store) => {
        const id = await chooseShop(store, options.shop);
        return store.read((rows) => shopIn(rows, id));
      });
      cli.output.out(JSON.stringify(settings, null, 2));
    });
}

function putCommand(cli: Cli): Command {
  return commandWith('put', "replace a shop's settings", ['database'])
    .argument('<file>', 'the settings as JSON; absent members take the defaults')
    .option(...SHOP_OPTION)
    .action(async (file: string, options: ShopOptions) => {
      const settings = readJsonAs(file, shopSettings);
      const shop = await withStore(cli, { ...options }, async (store, by) => {
        const id = await chooseShop(store, options.shop);
        const handlers = store.paymentHandlers();
        return store.update((rows) => {
          const { row, writes } = replaceSettings(rows, by, shopIn(rows, id), settings, handlers);
          return { writes, result: row };
        });
      });
      cli.output.out(`settings of ${shop.id} replaced`);
    });
}

function renewLinksCommand(cli: Cli): Command {
  return commandWith('renew-links', 'replace the links of all orders of a shop', ['database'])
    .option(...SHOP_OPTION)
    .action(async (options: ShopOptions) => {
      const shop = await withStore(cli, { ...options }, async (store, by) => {
        const id = await chooseShop(store, options.shop);
        return store.update((rows) => {
          const found = shopIn(rows, id);
          return { writes: renewLinksOfShop(by, found), result: found };
        });
      });
      cli.output.out(`the links of all orders of ${shop.id} have ended; each order with a link has another one`);
    });
}
