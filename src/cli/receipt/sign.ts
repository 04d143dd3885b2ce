import { Command } from 'commander';
import { assertDelegated } from '../../attestation/delegation.js';
import { readPrivateKey } from '../../attestation/ed25519.js';
import { readPublicKey } from '../../attestation/public-key.js';
import { type Receipt, readReceipt } from '../../attestation/receipt.js';
import { type SignedReceipt, signReceipt } from '../../attestation/signed-receipt.js';
import { supersededHash } from '../../attestation/supersedes.js';
import type { Cli } from '../command.js';
import { readStrictJson, readText } from '../json-file.js';
import { CommandError } from '../output.js';
import { withFileName } from './attestation-text.js';
import { partsOf, readChainFile } from './delegate.js';

interface SignOptions {
  readonly key: string;
  readonly agent?: string;
  readonly consumer?: string;
  readonly job?: string;
  readonly resolution?: string;
  readonly contextHash?: string;
  readonly issuedAt?: string;
  readonly supersedes?: string;
  readonly delegation?: string;
}

export function signCommand({ output }: Cli): Command {
  return new Command('sign')
    .description('sign a receipt: prints the JSON to submit')
    .argument('[file]', 'the receipt as JSON, - for standard input; without it the receipt is built from the options')
    .requiredOption('--key <file>', 'private key, from `portal receipt keygen`')
    .option('--agent <id>', 'agent_id')
    .option('--consumer <id>', 'consumer_id')
    .option('--job <id>', 'job_id')
    .option('--resolution <word>', 'resolution (default: success)')
    .option('--context-hash <hash>', 'context_hash, for an order from `portal receipt context`')
    .option('--issued-at <time>', 'issued_at (default: now)')
    .option('--supersedes <hash>', 'receipt_hash of the partial receipt of the same job that this one supersedes')
    .option('--delegation <file>', 'chain from `portal receipt delegate`, which must allow the receipt')
    .action((file: string | undefined, { key, delegation, ...members }: SignOptions) => {
      if (file !== undefined && Object.keys(members).length > 0)
        throw new CommandError(`the receipt is either built from the options or read from ${file}, not both`);
      const signed = withFileName(file ?? 'the receipt', () => {
        const pair = withFileName(key, () => readPrivateKey(readText(key)));
        return signReceipt(file === undefined ? receiptOf(members) : readReceipt(readStrictJson(file)), pair);
      });
      output.out(JSON.stringify(delegation === undefined ? signed : withDelegation(signed, delegation), null, 2));
    });
}

/** Adds a chain to a receipt. Only the portal knows the order that the receipt is about. */
function withDelegation(
  signed: SignedReceipt,
  file: string,
): SignedReceipt & { readonly delegation: readonly object[] } {
  const chain = readChainFile(file);
  const { consumer_id, job_id, resolution, issued_at } = signed.receipt;
  const job = { consumer_id, job_id, resolution, issued_at, order_id: undefined, shop_id: undefined };
  const { fingerprint: key_fingerprint } = readPublicKey(signed.public_key);
  withFileName(file, () => assertDelegated(chain, { ...job, key_fingerprint }));
  return { ...signed, delegation: partsOf(chain) };
}

type Members = Omit<SignOptions, 'key' | 'delegation'>;

function receiptOf({
  agent,
  consumer,
  job,
  resolution = 'success',
  contextHash,
  issuedAt,
  supersedes,
}: Members): Receipt {
  const missing = Object.entries({ agent, consumer, job, 'context-hash': contextHash }).find(([, value]) => !value);
  if (missing) throw new CommandError(`--${missing[0]} is required where no file is given`);
  const receipt = readReceipt({
    version: 'v0',
    agent_id: agent,
    consumer_id: consumer,
    job_id: job,
    resolution,
    context_hash: contextHash,
    issued_at: issuedAt ?? new Date().toISOString(),
    ...(supersedes !== undefined && { metadata: { supersedes } }),
  });
  if (supersededHash(receipt) !== supersedes)
    throw new CommandError('--supersedes must be a receipt_hash: 64 lower-case hex digits');
  return receipt;
}
