import { Command } from 'commander';
import {
  type DelegationChain,
  readDelegation,
  type SignedDelegation,
  signDelegation,
  verifyDelegation,
} from '../../attestation/delegation.js';
import type { DelegationScope } from '../../attestation/delegation-scope.js';
import { readPrivateKey } from '../../attestation/ed25519.js';
import { readInstant } from '../../attestation/instant.js';
import { omitUndefined } from '../../domain/values/present.js';
import type { Cli } from '../command.js';
import { readStrictJson, readText } from '../json-file.js';
import { CommandError } from '../output.js';
import { withFileName } from './attestation-text.js';
import { fingerprintIn } from './fingerprint.js';

interface DelegateOptions {
  readonly key: string;
  readonly to: string;
  readonly until: string;
  readonly from?: string;
  readonly after?: string;
  readonly consumer?: string;
  readonly order?: string;
  readonly shop?: string;
  readonly jobPrefix?: string;
  readonly resolution?: readonly string[];
}

export function delegateCommand({ output }: Cli): Command {
  return new Command('delegate')
    .description('allow another key to sign receipts: prints a chain of delegations, for `portal receipt sign`')
    .requiredOption('--key <file>', 'private key that allows it, from `portal receipt keygen`')
    .requiredOption('--to <key>', 'key that may sign: fingerprint, or file with the public key')
    .requiredOption('--until <time>', 'first time of issued_at that is too late')
    .option('--from <time>', 'first time of issued_at (default: now)')
    .option('--after <file>', 'chain to continue, whose last link is for the key of --key; - for standard input')
    .option('--consumer <id>', 'only receipts for this consumer')
    .option('--order <id>', 'only receipts about this order')
    .option('--shop <id>', 'only receipts about orders of this shop')
    .option('--job-prefix <text>', 'only jobs whose id begins with this')
    .option('--resolution <words...>', 'only these resolutions')
    .action((options: DelegateOptions) => output.out(JSON.stringify(chainWith(options), null, 2)));
}

/** Signs a link and appends it to the chain that it continues, which must allow it. */
function chainWith(options: DelegateOptions): readonly SignedDelegation[] {
  const { key, to, from, until, after } = options;
  const pair = withFileName(key, () => readPrivateKey(readText(key)));
  const before = after === undefined ? [] : partsOf(readChainFile(after));
  const limits = {
    not_before: secondOf('--from', from ?? new Date().toISOString()),
    expires_at: secondOf('--until', until),
  };
  const chain = withFileName('the delegation', () => [
    ...before,
    signDelegation({ subject: fingerprintIn(to), scope: scopeOf(options), ...limits }, pair),
  ]);
  withFileName('the delegation', () => readDelegation(chain));
  return chain;
}

/**
 * Reads a chain from a file and verifies its signatures.
 * @throws CommandError that names the file, if the chain is not valid
 */
export function readChainFile(file: string): DelegationChain {
  return withFileName(file, () => {
    const chain = readDelegation(readStrictJson(file));
    verifyDelegation(chain);
    return chain;
  });
}

/** Returns the links of a chain as they are sent. */
export function partsOf({ links }: DelegationChain): readonly SignedDelegation[] {
  return links.map(({ statement, signature, public_key }) => ({ statement, signature, public_key }));
}

function scopeOf({ consumer, order, shop, jobPrefix, resolution }: DelegateOptions): DelegationScope {
  const names = { consumer_id: consumer, order_id: order, shop_id: shop, job_prefix: jobPrefix };
  return omitUndefined({ ...names, resolutions: resolution });
}

/** Converts a time to UTC with whole seconds. */
function secondOf(option: string, text: string): string {
  const at = readInstant(text);
  if (at === undefined) throw new CommandError(`${option} must be a time with zone, such as 2026-11-20T10:00:00Z`);
  return `${new Date(at).toISOString().slice(0, 19)}Z`;
}
