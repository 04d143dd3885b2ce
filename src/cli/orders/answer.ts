import { type Command, Option } from 'commander';
import { answerOrderRequest } from '../../operations/order/answer-order-request.js';
import type { Cli } from '../command.js';
import { CommandError } from '../output.js';
import { type ChangeOptions, changeCommand, changeOne } from './change.js';

interface AnswerOptions extends ChangeOptions {
  readonly accept?: boolean;
  readonly refuse?: boolean;
  readonly reason?: string;
  readonly received?: boolean;
  readonly restock?: boolean;
}

export function answerCommand(cli: Cli): Command {
  return changeCommand('answer', 'accept or refuse a request of the buyer')
    .argument('<request>', 'id of the request')
    .addOption(new Option('--accept', 'accept the request').conflicts('refuse'))
    .option('--refuse', 'refuse the request, with --reason')
    .option('--reason <text>', 'what the buyer reads')
    .option('--received', 'for a return: the units are back or need not be sent, so refund them now')
    .option('--restock', 'for a return: put received units back on sale')
    .action(
      (name: string, request_id: string, { accept, refuse, reason, received, restock, ...options }: AnswerOptions) => {
        if (!accept && !refuse) throw new CommandError('--accept or --refuse is required');
        const decision = accept ? 'accept' : 'refuse';
        return changeOne(cli, name, options, ({ run }, { id: order_id }) =>
          run(answerOrderRequest, {
            ...{ order_id, request_id, decision },
            ...(reason !== undefined && { reason }),
            ...(received && { received }),
            ...(restock && { restock }),
          }),
        );
      },
    );
}
