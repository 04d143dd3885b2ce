import { Command } from 'commander';
import { z } from 'zod';
import { readPrivateKey } from '../../attestation/ed25519.js';
import { proveKeyPossession } from '../../attestation/key-possession.js';
import type { Cli } from '../command.js';
import { readText } from '../json-file.js';
import { CommandError } from '../output.js';
import { withFileName } from './attestation-text.js';
import { post, URL_OPTION } from './remote.js';

const registered = z.looseObject({
  created: z.boolean(),
  data: z.looseObject({ id: z.string(), key_fingerprint: z.string() }),
});

interface RegisterOptions {
  readonly agent?: string;
  readonly key?: string;
  readonly organization?: string;
  readonly url: string;
  readonly json?: boolean;
}

export function registerCommand(cli: Cli): Command {
  return new Command('register')
    .description('register a public key over HTTP, with an organization key in PORTAL_API_KEY')
    .argument('<file>', 'public key (PEM), - for standard input')
    .option('--agent <id>', 'the agent that owns the key (default: a key for every agent of the organization)')
    .option('--key <file>', 'its private key, to prove that you have it; it is not sent. Needs --organization')
    .option('--organization <id>', 'the organization of the API key, which the proof names')
    .option(...URL_OPTION)
    .option('--json', 'print the answer as JSON')
    .action(async (file: string, options: RegisterOptions) => {
      const { agent, url, json } = options;
      const proof = proofOf(options);
      const body = {
        public_key: readText(file),
        ...(agent !== undefined && { agent_id: agent }),
        ...(proof !== undefined && { proof }),
      };
      const answer = await post(cli, url, '/api/signing-keys', body, registered);
      const { id, key_fingerprint } = answer.data;
      const text = `${id} ${answer.created ? 'registered' : 'is already active'}, fingerprint ${key_fingerprint}`;
      cli.output.out(json ? JSON.stringify(answer) : text);
    });
}

/** Proves possession of the private key; `undefined` if none is given. */
function proofOf({ key, organization, agent = null }: Omit<RegisterOptions, 'agent'> & { agent?: string | null }) {
  if (key === undefined && organization === undefined) return undefined;
  if (key === undefined || organization === undefined)
    throw new CommandError('--key and --organization are required together');
  const pair = withFileName(key, () => readPrivateKey(readText(key)));
  return proveKeyPossession({ organization_id: organization, agent_id: agent }, pair);
}
