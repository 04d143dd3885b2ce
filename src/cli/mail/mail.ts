import { Command } from 'commander';
import type { Cli } from '../command.js';
import { DESCRIPTIONS } from '../descriptions.js';
import { bounceCommand } from './bounce.js';
import { browseCommand } from './browse.js';
import { listCommand } from './list.js';
import { previewCommand } from './preview.js';
import { resendCommand } from './resend.js';
import { testCommand } from './test.js';

export function mailCommand(cli: Cli): Command {
  return new Command('mail')
    .description(DESCRIPTIONS.mail)
    .addCommand(previewCommand(cli))
    .addCommand(testCommand(cli))
    .addCommand(listCommand(cli))
    .addCommand(resendCommand(cli))
    .addCommand(browseCommand(cli))
    .addCommand(bounceCommand(cli));
}
