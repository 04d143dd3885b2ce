import type { Command } from 'commander';
import { mailReceiverId } from '../../domain/webhook/mail-receiver.js';
import { eachPage } from '../../lists/every-page.js';
import { orderNotices, subjectOf } from '../../operations/mail/order-notices.js';
import type { Page, Position } from '../../ports.js';
import { isNotice, type NoticeDelivery, noticeView } from '../../view/notice-view.js';
import { chooseOrganization, ORGANIZATION_OPTION } from '../choose-organization.js';
import { type Cli, commandWith } from '../command.js';
import type { CommandStore } from '../command-store.js';
import { namedOrder } from '../orders/named-order.js';
import { CommandError } from '../output.js';
import { withStore } from '../with-store.js';
import { noticeLine } from './notice-line.js';

interface ListOptions {
  readonly shop?: string;
  readonly to?: string;
  readonly organization?: string;
  readonly json?: boolean;
}

export function listCommand(cli: Cli): Command {
  return commandWith('list', 'list the notices about an order, or to an address, of the last 30 days', ['database'])
    .argument('[order]', 'id or number of the order; its notices are listed oldest first')
    .option('--shop <id>', 'shop of the order, if a number is given (default: the only shop)')
    .option('--to <address>', 'all notices to this address instead, newest first')
    .option(...ORGANIZATION_OPTION)
    .option('--json', 'print as JSON, a line per notice')
    .action(async (order: string | undefined, options: ListOptions) => {
      await withStore(cli, { ...options }, async (store) => {
        for await (const notices of eachPage(await reader(store, order, options)))
          for (const one of notices) cli.output.out(options.json ? JSON.stringify(noticeView(one)) : noticeLine(one));
      });
    });
}

type ReadNotices = (after: Position | undefined, limit: number) => Promise<Page<NoticeDelivery>>;

async function reader(store: CommandStore, order: string | undefined, options: ListOptions): Promise<ReadNotices> {
  const { to } = options;
  if ((order === undefined) === (to === undefined)) throw new CommandError('name an order, or an address with --to');
  if (to === undefined) {
    const subject = subjectOf(await namedOrder(store, order ?? '', options));
    return (after, limit) => orderNotices((...args) => store.list(...args), subject, after, limit);
  }
  const organization = await chooseOrganization(store, options.organization);
  const receiver = mailReceiverId(store.secret('mail'), organization, to);
  return async (after, limit) => {
    const { entries, next } = await store.list('deliveries', { receiver, state: undefined }, after, limit);
    return { entries: entries.filter(isNotice), next };
  };
}
