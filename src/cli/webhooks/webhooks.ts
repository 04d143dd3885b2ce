import { Command } from 'commander';
import type { Cli } from '../command.js';
import { DESCRIPTIONS } from '../descriptions.js';
import { addCommand, removeCommand, rotateCommand, setCommand } from './change.js';
import { deliveriesCommand, listCommand, showCommand } from './read.js';
import { pingCommand, resendCommand } from './send.js';

export function webhooksCommand(cli: Cli): Command {
  return new Command('webhooks')
    .description(DESCRIPTIONS.webhooks)
    .addCommand(addCommand(cli))
    .addCommand(listCommand(cli))
    .addCommand(showCommand(cli))
    .addCommand(setCommand(cli))
    .addCommand(removeCommand(cli))
    .addCommand(rotateCommand(cli))
    .addCommand(pingCommand(cli))
    .addCommand(deliveriesCommand(cli))
    .addCommand(resendCommand(cli));
}
