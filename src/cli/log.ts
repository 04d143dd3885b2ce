import { Command } from 'commander';
import type { Cli } from './command.js';
import { DESCRIPTIONS } from './descriptions.js';
import { adoptCommand } from './log/adopt.js';
import { checkpointCommand } from './log/checkpoint.js';
import { monitorCommand } from './log/monitor.js';
import { rotateCommand } from './log/rotate.js';
import { statementCommand } from './log/statement.js';
import { verifyCommand } from './log/verify.js';
import { witnessCommand } from './log/witness.js';

export function logCommand(cli: Cli): Command {
  return new Command('log')
    .description(DESCRIPTIONS.log)
    .addCommand(verifyCommand(cli))
    .addCommand(checkpointCommand(cli))
    .addCommand(statementCommand(cli))
    .addCommand(adoptCommand(cli))
    .addCommand(rotateCommand(cli))
    .addCommand(witnessCommand(cli))
    .addCommand(monitorCommand(cli));
}
