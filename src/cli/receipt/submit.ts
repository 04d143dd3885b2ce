import { Command } from 'commander';
import { z } from 'zod';
import type { Cli } from '../command.js';
import { readStrictJson } from '../json-file.js';
import { post, URL_OPTION } from './remote.js';

const accepted = z.looseObject({ id: z.string(), status: z.string() });

export function submitCommand(cli: Cli): Command {
  return new Command('submit')
    .description('submit a signed receipt over HTTP, with the key in PORTAL_API_KEY')
    .argument('<file>', 'what `portal receipt sign` printed, - for standard input')
    .option(...URL_OPTION)
    .option('--json', 'print the answer as JSON')
    .action(async (file: string, { url, json }: { url: string; json?: boolean }) => {
      const answer = await post(cli, url, '/api/receipts', readStrictJson(file), accepted);
      cli.output.out(json ? JSON.stringify(answer) : `${answer.id} ${answer.status}`);
    });
}
