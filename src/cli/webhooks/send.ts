import type { Command } from 'commander';
import { pluralize } from '../../domain/values/pluralize.js';
import { splitIntoPortions } from '../../domain/values/portions.js';
import type { Delivery } from '../../domain/webhook/delivery.js';
import { collectPages } from '../../lists/every-page.js';
import { assertActive } from '../../operations/webhook/own-webhook.js';
import { buildPing } from '../../outbox/event-writes.js';
import { findUnsent, resendDeliveries } from '../../outbox/resend.js';
import type { Position, Store } from '../../ports.js';
import { type Cli, commandWith } from '../command.js';
import { CommandError } from '../output.js';
import { withStore } from '../with-store.js';
import { namedReceiver, namedWebhook, RECEIVER } from './named-webhook.js';

/** Deliveries per transaction. */
const AT_ONCE = 100;

export function pingCommand(cli: Cli): Command {
  return commandWith('ping', 'write down the event webhook.ping; the portal that serves the database sends it', [
    'database',
  ])
    .argument('<id>', 'id of the webhook')
    .action(async (id: string, options: Readonly<Record<string, unknown>>) => {
      const delivery = await withStore(cli, options, (store, { ids, now }) =>
        store.update((rows) => {
          const webhook = namedWebhook(rows, id);
          assertActive(webhook);
          const made = buildPing({ ids, now: () => now }, rows, webhook);
          return { writes: made.writes, result: made.delivery };
        }),
      );
      cli.output.out(delivery.id);
    });
}

export function resendCommand(cli: Cli): Command {
  return commandWith('resend', 'send deliveries to a webhook or a platform again, with the same event ids', [
    'database',
  ])
    .argument('<id>', RECEIVER)
    .argument('[deliveries...]', 'ids of deliveries')
    .option('--dead', 'all dead deliveries that were not resent')
    .action(async (id: string, named: readonly string[], options: { dead?: boolean }) => {
      if (named.length > 0 === (options.dead === true)) throw new CommandError('name ids of deliveries, or --dead');
      const count = await withStore(cli, { ...options }, async (store, { now }) => {
        const ids = options.dead ? await deadOf(store, id) : named;
        for (const some of splitIntoPortions(ids, AT_ONCE))
          await store.update((rows) => {
            const receiver = namedReceiver(rows, id);
            receiver.assertActive();
            const isNamed = (one: Delivery) => one.receiver === receiver.id;
            return { writes: resendDeliveries(rows, some, isNamed, now).writes, result: undefined };
          });
        return ids.length;
      });
      cli.output.out(`sent again: ${pluralize(count, 'delivery', 'deliveries')}`);
    });
}

/** Returns dead deliveries, oldest first to keep the order per object. Omits resent ones and those without a body. */
async function deadOf(store: Store, id: string): Promise<string[]> {
  const { id: receiver } = await store.read((rows) => namedReceiver(rows, id));
  const read = (after: Position | undefined, limit: number) =>
    store.list('deliveries', { receiver, state: undefined }, after, limit);
  return findUnsent(await collectPages(read)).reverse();
}
