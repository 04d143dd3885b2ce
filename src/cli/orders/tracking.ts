import type { Command } from 'commander';
import type { FulfillmentEvent, Tracking } from '../../domain/order/event.js';
import type { Order } from '../../domain/order/order.js';
import { correctTracking } from '../../operations/order/correct-tracking.js';
import type { Cli } from '../command.js';
import { CommandError } from '../output.js';
import { type ChangeOptions, changeCommand, changeOne } from './change.js';

interface TrackingOptions extends ChangeOptions {
  readonly event?: string;
  readonly carrier?: string;
  readonly trackingNumber?: string;
  readonly trackingUrl?: string;
  readonly remove?: boolean;
}

export function trackingCommand(cli: Cli): Command {
  return changeCommand('tracking', 'correct or remove the tracking of a recorded shipment')
    .option('--event <id>', 'event to correct, as `portal orders show` lists it (default: the only shipment)')
    .option('--carrier <name>', 'who carries the units; empty for nobody')
    .option('--tracking-number <text>', "the carrier's number; empty for none")
    .option('--tracking-url <url>', 'where the buyer can follow them; empty for nowhere')
    .option('--remove', 'remove number and link; what is not named stays otherwise')
    .action((name: string, options: TrackingOptions) => {
      const { carrier, trackingNumber, trackingUrl, remove } = options;
      if (!remove && [carrier, trackingNumber, trackingUrl].every((value) => value === undefined))
        throw new CommandError('--carrier, --tracking-number, --tracking-url or --remove is required');
      return changeOne(cli, name, options, ({ run }, order) => {
        const event = chosenEvent(order, options.event);
        return run(correctTracking, { order_id: order.id, event_id: event.id, ...trackingMembers(event, options) });
      });
    });
}

/** @throws CommandError if there is no such event, or if it must be named */
function chosenEvent({ fulfillment, display_id }: Order, id: string | undefined): FulfillmentEvent {
  const found = fulfillment.events.filter((event) => (id === undefined ? event.type === 'shipped' : event.id === id));
  const [event] = found;
  if (event && found.length === 1) return event;
  if (id !== undefined) throw new CommandError(`order ${display_id} has no event ${id}`);
  if (!event) throw new CommandError(`nothing of order ${display_id} was shipped; --event names another event`);
  const list = found.map(({ id, tracking_number }) => [id, tracking_number].filter(Boolean).join(' ')).join(', ');
  throw new CommandError(`--event is required, since order ${display_id} has several shipments: ${list}`);
}

function trackingMembers(event: FulfillmentEvent, { carrier, trackingNumber, trackingUrl, remove }: TrackingOptions) {
  const kept: Tracking = remove ? {} : event;
  const tracking = {
    carrier: carrier ?? event.carrier,
    tracking_number: trackingNumber ?? kept.tracking_number,
    tracking_url: trackingUrl ?? kept.tracking_url,
  };
  return Object.fromEntries(Object.entries(tracking).filter(([, text]) => text !== undefined && text !== ''));
}
