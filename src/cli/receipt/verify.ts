import { Command } from 'commander';
import { AttestationError } from '../../attestation/attestation-error.js';
import { type Pins, type Verified, verifyBundle } from '../../attestation/bundle.js';
import { parseBundle } from '../../attestation/bundle-text.js';
import type { ProvenCountersignature } from '../../attestation/bundled-countersignature.js';
import type { DelegationRoot, ProvenDelegation } from '../../attestation/bundled-delegation.js';
import { canonicalJson } from '../../attestation/canonical-json.js';
import { type Policy, readPolicy } from '../../attestation/policy.js';
import { readPublicKey } from '../../attestation/public-key.js';
import type { Cli } from '../command.js';
import { readAnyBytes, readText } from '../json-file.js';
import { CommandError } from '../output.js';
import { attestationText, withFileName } from './attestation-text.js';

interface VerifyOptions {
  readonly signer?: string;
  readonly log?: string;
  readonly policy?: string;
  readonly anySigner?: boolean;
  readonly json?: boolean;
}

/** Exit code for a valid bundle that was not compared with any trusted key. */
const NOTHING_PINNED = 3;

export function verifyCommand({ output }: Cli): Command {
  return new Command('verify')
    .description('check a receipt bundle offline: signature, proof and checkpoint')
    .argument('<bundle>', 'JSON file from /api/receipts/{id}/bundle, - for standard input')
    .option('--signer <key>', "the signer's key that you know: fingerprint, or file with the public key")
    .option('--log <vkey>', "the log's verifier key that you know")
    .option('--policy <file>', 'policy (C2SP tlog-policy) whose quorum of witnesses must have cosigned the checkpoint')
    .option(
      '--any-signer',
      'exit with 0 also without --signer and --log, though anybody can create such a bundle (default: exit with 3)',
    )
    .option('--json', 'print the outcome as JSON')
    .action((file: string, options: VerifyOptions) => {
      const pins = { signer: fingerprintOf(options.signer), log: options.log, policy: policyOf(options.policy) };
      const outcome = outcomeOf(file, pins);
      if (options.json) output.out(JSON.stringify(outcome));
      if (!outcome.valid) throw new CommandError(`${file}: ${outcome.detail}`);
      if (!options.json) output.out(textOf(outcome));
      const isPinned = outcome.pinned.signer !== null || outcome.pinned.log !== null;
      if (!isPinned && !options.anySigner) throw nothingPinned(file);
    });
}

/** Keys given by the user; null if none. */
interface Pinned {
  readonly pinned: { readonly signer: string | null; readonly log: string | null };
}

type Valid = { readonly valid: true } & Pinned & Verified;
type Outcome = Valid | ({ readonly valid: false; readonly detail: string } & Pinned);

/** Verifies a bundle, or a portal's response that contains one. */
function outcomeOf(file: string, pins: Pins): Outcome {
  const bytes = readAnyBytes(file);
  const pinned = { signer: pins.signer ?? null, log: pins.log ?? null };
  try {
    const verified = verifyBundle(parseBundle(bytes), pins);
    // A policy with logs also pins the bundle's log.
    const log = pins.policy?.logs.length ? verified.log : pinned.log;
    return { valid: true, pinned: { ...pinned, log }, ...verified };
  } catch (error) {
    if (error instanceof AttestationError) return { valid: false, pinned, detail: attestationText(error) };
    throw error;
  }
}

function fingerprintOf(signer: string | undefined): string | undefined {
  if (signer === undefined || /^[0-9a-f]{64}$/.test(signer)) return signer;
  return withFileName(signer, () => readPublicKey(readText(signer)).fingerprint);
}

function policyOf(file: string | undefined): Policy | undefined {
  return file === undefined ? undefined : withFileName(file, () => readPolicy(readText(file)));
}

function textOf({ pinned, log, ...verified }: Valid): string {
  const { receipt, id, key_fingerprint, received_at, log_index, tree_size, witnesses } = verified;
  const lines = [
    `receipt ${id} is valid`,
    `signed    by the key ${key_fingerprint}${pinned.signer === null ? ', which was not compared with a key that you know (--signer)' : ''}`,
    `accepted  ${received_at}, leaf ${log_index} of ${tree_size} in ${log}${pinned.log === null ? ', which was not compared with a log that you know (--log)' : ''}`,
    ...ownerLines(verified),
    ...(witnesses === undefined
      ? []
      : [`witnessed by ${witnesses.join(', ') || 'nobody: the policy asks for no witness'}`]),
    `states    agent ${receipt.agent_id} did job ${receipt.job_id} for ${receipt.consumer_id}: ${receipt.resolution}, ${receipt.issued_at}`,
    ...delegationLines(verified.delegation),
    ...(verified.countersignatures ?? []).map(decisionLine),
  ];
  return lines.join('\n');
}

function ownerLines({ key_owner, context }: Pick<Verified, 'key_owner' | 'context'>): string[] {
  const order: unknown = context && Reflect.get(context, 'order_id');
  return [
    ...(key_owner
      ? [
          `key of    ${key_owner.agent_id ?? 'all agents of the organization'}, in the log since ${key_owner.registered_at}`,
        ]
      : []),
    ...(context
      ? [
          `about     ${typeof order === 'string' ? `order ${order}` : 'the context in the bundle'}, whose hash is signed`,
        ]
      : []),
  ];
}

function delegationLines(delegation: ProvenDelegation | undefined): string[] {
  if (!delegation) return [];
  const { root, links } = delegation;
  return [
    `allowed   by ${rootText(root)}, with the key ${root.key_fingerprint}, in the log since ${root.key_registered_at}`,
    ...links.map(
      ({ subject, scope, not_before, expires_at }) =>
        `allows    the key ${subject}, from ${not_before} until ${expires_at}: ${canonicalJson(scope)}`,
    ),
  ];
}

function rootText({ owner, owner_id }: DelegationRoot): string {
  return owner_id === null ? 'the organization' : `${owner} ${owner_id}`;
}

function decisionLine(found: ProvenCountersignature): string {
  const { decision, consumer_id, at, key_fingerprint, key_registered_at } = found;
  const verb = decision === 'accept' ? 'accepted' : 'disputed';
  return `${verb}  by consumer ${consumer_id}, ${at}, with the key ${key_fingerprint}, in the log since ${key_registered_at}`;
}

function nothingPinned(file: string): CommandError {
  return new CommandError(
    `${file}: it agrees with itself, but was compared with no key that you know: pass --signer or --log, or --any-signer`,
    NOTHING_PINNED,
  );
}
