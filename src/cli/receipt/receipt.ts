import { Command } from 'commander';
import type { Cli } from '../command.js';
import { DESCRIPTIONS } from '../descriptions.js';
import { contextCommand } from './context.js';
import { delegateCommand } from './delegate.js';
import { exportCommand } from './export.js';
import { keygenCommand } from './keygen.js';
import { registerCommand } from './register.js';
import { signCommand } from './sign.js';
import { submitCommand } from './submit.js';
import { verifyCommand } from './verify.js';

export function receiptCommand(cli: Cli): Command {
  return new Command('receipt')
    .description(DESCRIPTIONS.receipt)
    .addCommand(keygenCommand(cli))
    .addCommand(registerCommand(cli))
    .addCommand(contextCommand(cli))
    .addCommand(delegateCommand(cli))
    .addCommand(signCommand(cli))
    .addCommand(submitCommand(cli))
    .addCommand(exportCommand(cli))
    .addCommand(verifyCommand(cli));
}
