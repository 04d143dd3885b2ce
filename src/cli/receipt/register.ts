import { Command } from 'commander';
import { z } from 'zod';
import type { Cli } from '../command.js';
import { readText } from '../json-file.js';
import { post, URL_OPTION } from './remote.js';

const registered = z.looseObject({
  created: z.boolean(),
  data: z.looseObject({ id: z.string(), key_fingerprint: z.string() }),
});

export function registerCommand(cli: Cli): Command {
  return new Command('register')
    .description('register a public key over HTTP, with an organization key in PORTAL_API_KEY')
    .argument('<file>', 'public key (PEM), - for standard input')
    .option('--agent <id>', 'the agent that owns the key (default: a key for every agent of the organization)')
    .option(...URL_OPTION)
    .option('--json', 'print the answer as JSON')
    .action(async (file: string, { agent, url, json }: { agent?: string; url: string; json?: boolean }) => {
      const body = { public_key: readText(file), ...(agent !== undefined && { agent_id: agent }) };
      const answer = await post(cli, url, '/api/signing-keys', body, registered);
      const { id, key_fingerprint } = answer.data;
      const text = `${id} ${answer.created ? 'registered' : 'is already active'}, fingerprint ${key_fingerprint}`;
      cli.output.out(json ? JSON.stringify(answer) : text);
    });
}
