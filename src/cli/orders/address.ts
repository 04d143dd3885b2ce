import type { Command } from 'commander';
import { setOrderDestination } from '../../operations/shop/set-order-destination.js';
import { destination } from '../../schema/address.js';
import type { Cli } from '../command.js';
import { readJsonAs } from '../json-file.js';
import { type ChangeOptions, changeCommand, changeOne } from './change.js';

export function addressCommand(cli: Cli): Command {
  return changeCommand('address', 'change where an order is shipped, before anything of it was shipped')
    .argument('<file>', 'the new address as a JSON object, in full, - for standard input')
    .action((name: string, file: string, options: ChangeOptions) => {
      const address = readJsonAs(file, destination);
      return changeOne(cli, name, options, ({ run, shop }, { id: order_id }) =>
        run(setOrderDestination, { shop_id: shop.id, order_id, destination: address }),
      );
    });
}
