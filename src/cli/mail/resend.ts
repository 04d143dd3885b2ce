import type { Command } from 'commander';
import { pluralize } from '../../domain/values/pluralize.js';
import { splitIntoPortions } from '../../domain/values/portions.js';
import type { Delivery } from '../../domain/webhook/delivery.js';
import { subjectOf, unsentNotices } from '../../operations/mail/order-notices.js';
import { resendDeliveries } from '../../outbox/resend.js';
import { isNotice } from '../../view/notice-view.js';
import { type Cli, commandWith } from '../command.js';
import { namedOrder } from '../orders/named-order.js';
import { CommandError } from '../output.js';
import { withStore } from '../with-store.js';

/** Notices per transaction. */
const AT_ONCE = 100;

interface ResendOptions {
  readonly shop?: string;
  readonly dead?: boolean;
}

export function resendCommand(cli: Cli): Command {
  return commandWith('resend', 'send notices about an order again; the portal that serves the database sends them', [
    'database',
  ])
    .argument('<order>', 'id or number of the order')
    .argument('[notices...]', 'ids that `portal mail list` prints')
    .option('--shop <id>', 'shop of the order, if a number is given (default: the only shop)')
    .option('--dead', 'all dead notices that were not resent')
    .action(async (name: string, named: readonly string[], options: ResendOptions) => {
      if (named.length > 0 === (options.dead === true)) throw new CommandError('name ids of notices, or --dead');
      const count = await withStore(cli, { ...options }, async (store, { now }) => {
        const subject = subjectOf(await namedOrder(store, name, options));
        const ids = options.dead ? await unsentNotices((...args) => store.list(...args), subject) : [...new Set(named)];
        const isNamed = (one: Delivery) => isNotice(one) && one.subject === subject;
        for (const some of splitIntoPortions(ids, AT_ONCE))
          await store.update((rows) => ({
            writes: resendDeliveries(rows, some, isNamed, now).writes,
            result: undefined,
          }));
        return ids.length;
      });
      cli.output.out(`sent again: ${pluralize(count, 'notice')}`);
    });
}
