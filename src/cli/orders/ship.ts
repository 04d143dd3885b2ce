import { type Command, Option } from 'commander';
import { MOVING_EVENTS } from '../../domain/order/event.js';
import { recordFulfillmentEvent } from '../../operations/order/record-fulfillment-event.js';
import { type Cli, commandWith } from '../command.js';
import { type ChangeOptions, changeOne, type LineUnits, lineOption, linesMember } from './change.js';
import { shipFile } from './ship-file.js';

interface ShipOptions extends ChangeOptions {
  readonly line?: readonly LineUnits[];
  readonly event: (typeof MOVING_EVENTS)[number];
  readonly carrier?: string;
  readonly trackingNumber?: string;
  readonly trackingUrl?: string;
}

export function shipCommand(cli: Cli): Command {
  return commandWith('ship', 'record that an order, or the orders of a CSV file, left the shop', [
    'database',
    'publicUrl',
  ])
    .argument('<order or file.csv>', 'id or number of an order, or a file with a row for each shipment')
    .option('--shop <id>', 'shop of the orders, if numbers are given (default: the only shop)')
    .addOption(lineOption('units that left the shop (default: all that are left)'))
    .addOption(new Option('--event <type>', 'how they left it').choices([...MOVING_EVENTS]).default('shipped'))
    .option('--carrier <name>', 'who carries them')
    .option('--tracking-number <text>', "the carrier's number")
    .option('--tracking-url <url>', 'where the buyer can follow them')
    .option('--json', 'print the order, or the outcome of each row, as JSON')
    .addHelpText('after', FILE_HELP)
    .action((name: string, options: ShipOptions) => {
      if (name.endsWith('.csv')) return shipFile(cli, name, options);
      const { line, event: type, carrier, trackingNumber: tracking_number, trackingUrl: tracking_url } = options;
      return changeOne(cli, name, options, ({ run }, { id: order_id }) =>
        run(recordFulfillmentEvent, {
          ...{ order_id, type, ...linesMember(line) },
          ...(carrier !== undefined && { carrier }),
          ...(tracking_number !== undefined && { tracking_number }),
          ...(tracking_url !== undefined && { tracking_url }),
        }),
      );
    });
}

const FILE_HELP = `
Columns of a file: order, carrier, tracking_number, tracking_url, line, units. Only order is required. Without line,
all units that are left are shipped; with line, tracking_number is required. Each row is recorded by itself, and a row
that is already recorded changes nothing. The exit code is 1 if a row failed.`;
