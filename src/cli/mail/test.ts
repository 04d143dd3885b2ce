import type { Command } from 'commander';
import { z } from 'zod';
import { readConfig } from '../../config.js';
import { OUTCOMES } from '../../domain/webhook/delivery.js';
import { makeTransport } from '../../mail/make-transport.js';
import { chooseShop, SHOP_OPTION, shopIn } from '../choose-shop.js';
import { type Cli, commandWith, flagsOf } from '../command.js';
import { CommandError } from '../output.js';
import { withStore } from '../with-store.js';

interface TestOptions {
  readonly to: string;
  readonly shop?: string;
  readonly json?: boolean;
}

export function testCommand(cli: Cli): Command {
  return commandWith('test', 'send a test mail of a shop now, and print what the mail server answered', [
    'database',
    'publicUrl',
  ])
    .requiredOption('--to <address>', 'address of the recipient')
    .option(...SHOP_OPTION)
    .option('--json', 'print as JSON')
    .action(async (options: TestOptions) => {
      const to = z.email().max(254).safeParse(options.to).data;
      if (to === undefined) throw new CommandError('--to must be a mail address');
      const transport = makeTransport(readConfig(cli.env, flagsOf({ ...options })));
      if (!transport) throw new CommandError('PORTAL_SMTP_URL is not set: the portal sends no mail', 2);
      const { outcome, status, reason } = await withStore(cli, { ...options }, async (store, { ids, now }, config) => {
        const shopId = await chooseShop(store, options.shop);
        const shop = await store.read((rows) => shopIn(rows, shopId));
        const sender = { from: config.mailFrom, domains: config.mailDomains };
        // Loaded on use, since the help text of all commands needs this module too.
        const { writeTestMail } = await import('../../mail/test-mail.js');
        const mail = await writeTestMail(shop, { id: ids.uuid(), to, now }, store.view, sender);
        return transport.send(mail, cli.stop).finally(() => transport.close());
      });
      if (options.json) cli.output.out(JSON.stringify({ outcome, status, reason: reason ?? null }));
      else cli.output.out([outcome, status ?? '', reason ?? ''].filter((part) => part !== '').join('  '));
      if (outcome !== 'acknowledged') throw new CommandError(`the mail was not sent: ${OUTCOMES[outcome]}`);
    });
}
