import { Command } from 'commander';
import type { Cli } from './command.js';
import { DESCRIPTIONS } from './descriptions.js';
import { type CommandTable, loadCommands } from './load-commands.js';

/** Commands that read must not wait for the operations that others call. */
const COMMANDS: CommandTable = {
  show: async (cli) => (await import('./orders/show.js')).showCommand(cli),
  list: async (cli) => (await import('./orders/list.js')).listCommand(cli),
  search: async (cli) => (await import('./orders/list.js')).searchCommand(cli),
  export: async (cli) => (await import('./orders/export.js')).exportCommand(cli),
  link: async (cli) => (await import('./orders/link.js')).linkCommand(cli),
  ship: async (cli) => (await import('./orders/ship.js')).shipCommand(cli),
  hold: async (cli) => (await import('./orders/change.js')).holdCommand(cli),
  release: async (cli) => (await import('./orders/change.js')).releaseCommand(cli),
  cancel: async (cli) => (await import('./orders/change.js')).cancelCommand(cli),
  refund: async (cli) => (await import('./orders/change.js')).refundCommand(cli),
  return: async (cli) => (await import('./orders/change.js')).returnCommand(cli),
  paid: async (cli) => (await import('./orders/change.js')).paidCommand(cli),
  draft: async (cli) => (await import('./orders/drafts.js')).draftCommand(cli),
  drafts: async (cli) => (await import('./orders/drafts.js')).draftsCommand(cli),
  'cancel-draft': async (cli) => (await import('./orders/drafts.js')).cancelDraftCommand(cli),
  edit: async (cli) => (await import('./orders/edit.js')).editCommand(cli),
  requests: async (cli) => (await import('./orders/requests.js')).requestsCommand(cli),
  answer: async (cli) => (await import('./orders/answer.js')).answerCommand(cli),
  address: async (cli) => (await import('./orders/address.js')).addressCommand(cli),
  tracking: async (cli) => (await import('./orders/tracking.js')).trackingCommand(cli),
  note: async (cli) => (await import('./orders/change.js')).noteCommand(cli),
};

export async function ordersCommand(cli: Cli, args: readonly string[]): Promise<Command> {
  const orders = new Command('orders').description(DESCRIPTIONS.orders);
  for (const command of await loadCommands(COMMANDS, args, cli)) orders.addCommand(command);
  return orders;
}
