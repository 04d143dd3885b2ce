import { Command } from 'commander';
import { AttestationError } from '../../attestation/attestation-error.js';
import { type Pins, type Verified, verifyBundle } from '../../attestation/bundle.js';
import { readPublicKey } from '../../attestation/public-key.js';
import type { Cli } from '../command.js';
import { readStrictJson, readText } from '../json-file.js';
import { CommandError } from '../output.js';
import { attestationText, withFileName } from './attestation-text.js';

interface VerifyOptions {
  readonly signer?: string;
  readonly log?: string;
  readonly anySigner?: boolean;
  readonly json?: boolean;
}

export function verifyCommand({ output }: Cli): Command {
  return new Command('verify')
    .description('check a receipt bundle offline: signature, proof and checkpoint')
    .argument('<bundle>', 'JSON file from /api/receipts/{id}/bundle, - for standard input')
    .option('--signer <key>', "the signer's key that you know: fingerprint, or file with the public key")
    .option('--log <vkey>', "the log's verifier key that you know")
    .option('--any-signer', 'with --json: exit with 0 although nothing was compared with a key that you know')
    .option('--json', 'print the outcome as JSON; exits with 3 when it was compared with no key that you know')
    .action((file: string, options: VerifyOptions) => {
      const pins = { signer: fingerprintOf(options.signer), log: options.log };
      const outcome = outcomeOf(file, pins);
      if (options.json) output.out(JSON.stringify(outcome));
      if (!outcome.valid) throw new CommandError(`${file}: ${outcome.detail}`);
      if (!options.json) output.out(textOf(outcome, options));
      else if (!isPinned(outcome.pinned) && !options.anySigner)
        throw new CommandError(`${file}: ${UNPINNED}`, NOT_PINNED);
    });
}

/** What was compared with keys that the caller knows. */
interface Pinned {
  readonly signer: boolean;
  readonly log: boolean;
}

type Outcome =
  | ({ readonly valid: true; readonly pinned: Pinned } & Verified)
  | { readonly valid: false; readonly detail: string };

/** Exit code for a bundle that only agrees with itself. */
const NOT_PINNED = 3;
const UNPINNED =
  'it agrees with itself, and was compared with no key that you know: name --signer, --log or both, or allow --any-signer';

function isPinned({ signer, log }: Pinned): boolean {
  return signer || log;
}

/** The answer of the portal has the bundle in `data`. */
function outcomeOf(file: string, pins: Pins): Outcome {
  const json = readStrictJson(file);
  const bundle = typeof json === 'object' && json !== null && 'data' in json ? json.data : json;
  try {
    const verified = verifyBundle(bundle, pins);
    return { valid: true, pinned: { signer: pins.signer !== undefined, log: pins.log !== undefined }, ...verified };
  } catch (error) {
    if (error instanceof AttestationError) return { valid: false, detail: attestationText(error) };
    throw error;
  }
}

function fingerprintOf(signer: string | undefined): string | undefined {
  if (signer === undefined || /^[0-9a-f]{64}$/.test(signer)) return signer;
  return withFileName(signer, () => readPublicKey(readText(signer)).fingerprint);
}

function textOf(verified: Verified, { signer, log }: VerifyOptions): string {
  const { receipt, id, key_fingerprint, received_at, log_index, tree_size } = verified;
  const lines = [
    `receipt ${id} is valid`,
    `signed    by the key ${key_fingerprint}${signer === undefined ? ', which was not compared with a key that you know (--signer)' : ''}`,
    `accepted  ${received_at}, leaf ${log_index} of ${tree_size} in ${verified.log}${log === undefined ? ', which was not compared with a log that you know (--log)' : ''}`,
    `states    agent ${receipt.agent_id} did job ${receipt.job_id} for ${receipt.consumer_id}: ${receipt.resolution}, ${receipt.issued_at}`,
  ];
  return lines.join('\n');
}
