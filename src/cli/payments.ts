import { Command } from 'commander';
import type { Shop } from '../domain/shop/shop.js';
import {
  type AccountHandler,
  assertAccountHandler,
  putAccount,
  removeAccount,
  shopAccount,
} from '../operations/shop/payment-accounts.js';
import { findAccountOwner, findShopAccount } from '../payments/payment-accounts.js';
import type { AccountTest } from '../ports.js';
import type { Author } from '../records/audit.js';
import { accountChange, type PaymentAccountAnswer } from '../schema/payment-account.js';
import { accountTestView, accountWarnings, paymentAccountView } from '../view/payment-account-view.js';
import { chooseShop, SHOP_OPTION, shopIn } from './choose-shop.js';
import { type Cli, commandWith } from './command.js';
import { commandGateway } from './command-gateway.js';
import type { CommandStore } from './command-store.js';
import { DESCRIPTIONS } from './descriptions.js';
import { readJsonAs } from './json-file.js';
import { CommandError } from './output.js';
import { withStore } from './with-store.js';

interface AccountOptions {
  readonly shop?: string;
  readonly json?: boolean;
}

/** The account that a command names. */
interface Named {
  readonly store: CommandStore;
  readonly by: Author;
  readonly handler: AccountHandler;
  readonly shop: Shop;
}

export function paymentsCommand(cli: Cli): Command {
  return new Command('payments')
    .description(DESCRIPTIONS.payments)
    .addCommand(setCommand(cli))
    .addCommand(showCommand(cli))
    .addCommand(testCommand(cli))
    .addCommand(removeCommand(cli));
}

function accountCommand(name: string, description: string): Command {
  return commandWith(name, description, ['database'])
    .argument('<handler>', 'id of the payment handler, such as stripe')
    .option(...SHOP_OPTION);
}

function setCommand(cli: Cli): Command {
  return accountCommand('set', "set a shop's account, or change its keys")
    .argument('<file>', 'settings as a JSON object, - for standard input; null removes one, absent ones stay')
    .action(async (handlerId: string, file: string, options: AccountOptions) => {
      const change = readJsonAs(file, accountChange);
      const warnings = await withAccount(cli, handlerId, options, ({ store, by, handler, shop }) =>
        store.update((rows) => {
          const { row, writes } = putAccount(rows, { ...by, sealing: store.sealing }, shop, handler, change);
          return { writes, result: accountWarnings(shop, row.test) };
        }),
      );
      cli.output.out(`account for ${handlerId} set`);
      for (const warning of warnings) cli.output.err(`warning: ${warning}`);
    });
}

function showCommand(cli: Cli): Command {
  return accountCommand('show', "show a shop's account, without its secrets")
    .option('--json', 'print as JSON')
    .action(async (handlerId: string, options: AccountOptions) => {
      const view = await withAccount(cli, handlerId, options, ({ store, handler, shop }) =>
        store.read((rows) => paymentAccountView(shop, handler, findShopAccount(rows, shop.id, handlerId))),
      );
      cli.output.out(options.json ? JSON.stringify(view) : accountText(view));
    });
}

const OWNERS = { shop: 'of the shop', portal: 'of the operator', none: 'none' } as const;

function accountText({ account, settings, warnings }: PaymentAccountAnswer): string {
  const lines = settings.map(({ name, is_set, value }) => `${name}: ${is_set ? (value ?? 'set') : 'not set'}`);
  return [`account: ${OWNERS[account]}`, ...lines, ...warnings.map((one) => `warning: ${one}`)].join('\n');
}

function removeCommand(cli: Cli): Command {
  return accountCommand('remove', "remove a shop's account, unless a payment through it is open").action(
    async (handlerId: string, options: AccountOptions) => {
      await withAccount(cli, handlerId, options, ({ store, by, handler, shop }) =>
        store.update((rows) => {
          const writes = removeAccount(rows, by, shop, shopAccount(rows, shop, handlerId), handler);
          return { writes, result: undefined };
        }),
      );
      cli.output.out(`account for ${handlerId} removed`);
    },
  );
}

function testCommand(cli: Cli): Command {
  return accountCommand('test', "test the account that a shop's payments use; no money of the merchant moves")
    .option('--json', 'print as JSON')
    .action(async (handlerId: string, options: AccountOptions) => {
      const test = await withAccount(cli, handlerId, options, (named) => testAccount(cli, named));
      if (options.json) cli.output.out(JSON.stringify(accountTestView(test)));
      if (test.state === 'unusable') throw new CommandError(`the account cannot be used: ${test.reason}`);
      if (!options.json) cli.output.out(`usable: ${test.account}, with ${test.live ? 'live' : 'test'} keys`);
    });
}

/** Tests the shop's own account, or that of the operator. */
async function testAccount(cli: Cli, { store, handler, shop: { id, name } }: Named): Promise<AccountTest> {
  const handlerId = handler.description.id;
  const account = await store.read((rows) => findAccountOwner(rows, handler, id));
  if (!account) throw new CommandError(`the shop ${id} has no account for ${handlerId}`);
  return commandGateway(cli, store, [handler]).testAccount(handlerId, { account, shop: { id, name } });
}

function withAccount<R>(
  cli: Cli,
  handlerId: string,
  options: AccountOptions,
  run: (named: Named) => Promise<R>,
): Promise<R> {
  return withStore(cli, { ...options }, async (store, by) => {
    const id = await chooseShop(store, options.shop);
    const handlers = store.paymentHandlers();
    const handler = assertAccountHandler(handlers.find(({ description }) => description.id === handlerId));
    return run({ store, by, handler, shop: await store.read((rows) => shopIn(rows, id)) });
  });
}
