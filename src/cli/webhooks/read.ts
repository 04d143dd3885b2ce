import type { Command } from 'commander';
import { DELIVERY_STATES, type DeliveryState } from '../../domain/webhook/delivery.js';
import { eachPage } from '../../lists/every-page.js';
import type { Position } from '../../ports.js';
import { deliveryView, webhookView } from '../../view/webhook-view.js';
import { chooseOrganization, ORGANIZATION_OPTION } from '../choose-organization.js';
import { type Cli, commandWith } from '../command.js';
import { CommandError } from '../output.js';
import { withStore } from '../with-store.js';
import { deliveryLine, namedReceiver, namedWebhook, RECEIVER, webhookLine } from './named-webhook.js';

export function listCommand(cli: Cli): Command {
  return commandWith('list', 'list the webhooks of an organization', ['database'])
    .option(...ORGANIZATION_OPTION)
    .option('--json', 'print as JSON, a line per webhook')
    .action(async (options: { organization?: string; json?: boolean }) => {
      await withStore(cli, { ...options }, async (store, { now }) => {
        const organization_id = await chooseOrganization(store, options.organization);
        const read = (after: Position | undefined, limit: number) =>
          store.list('webhooks', { organization_id }, after, limit);
        for await (const webhooks of eachPage(read))
          for (const one of webhooks)
            cli.output.out(options.json ? JSON.stringify(webhookView(one, now)) : webhookLine(one));
      });
    });
}

export function showCommand(cli: Cli): Command {
  return commandWith('show', 'print a webhook as JSON, without its secret', ['database'])
    .argument('<id>', 'id of the webhook')
    .action(async (id: string, options: Readonly<Record<string, unknown>>) => {
      const view = await withStore(cli, options, (store, { now }) =>
        store.read((rows) => webhookView(namedWebhook(rows, id), now)),
      );
      cli.output.out(JSON.stringify(view, undefined, 2));
    });
}

export function deliveriesCommand(cli: Cli): Command {
  return commandWith('deliveries', 'list the deliveries to a webhook or platform of the last 30 days, newest first', [
    'database',
  ])
    .argument('<id>', RECEIVER)
    .option('--state <state>', `only those in this state: ${DELIVERY_STATES.join(', ')}`)
    .option('--json', 'print as JSON, a line per delivery')
    .action(async (id: string, options: { state?: string; json?: boolean }) => {
      const state = stateOf(options.state);
      await withStore(cli, { ...options }, async (store) => {
        const { id: receiver } = await store.read((rows) => namedReceiver(rows, id));
        const read = (after: Position | undefined, limit: number) =>
          store.list('deliveries', { receiver, state }, after, limit);
        for await (const deliveries of eachPage(read))
          for (const one of deliveries)
            cli.output.out(options.json ? JSON.stringify(deliveryView(one)) : deliveryLine(one));
      });
    });
}

function stateOf(text: string | undefined): DeliveryState | undefined {
  const state = DELIVERY_STATES.find((one) => one === text);
  if (text === undefined || state) return state;
  throw new CommandError(`--state must be one of ${DELIVERY_STATES.join(', ')}`);
}
