import { Command } from 'commander';
import { AttestationError } from '../../attestation/attestation-error.js';
import { type Pins, type Verified, verifyBundle } from '../../attestation/bundle.js';
import { parseBundle } from '../../attestation/bundle-text.js';
import type { ProvenCountersignature } from '../../attestation/bundled-countersignature.js';
import type { DelegationRoot, ProvenDelegation } from '../../attestation/bundled-delegation.js';
import { canonicalJson } from '../../attestation/canonical-json.js';
import { isMeantAsStatement } from '../../attestation/order-statement.js';
import { type Policy, readPolicy } from '../../attestation/policy.js';
import type { Cli } from '../command.js';
import { readAnyBytes, readText } from '../json-file.js';
import { CommandError } from '../output.js';
import { asciiLines } from './ascii-lines.js';
import { attestationText, withFileName } from './attestation-text.js';
import { fingerprintIn } from './fingerprint.js';
import { type StatementOutcome, statementOutcome, statementText } from './verify-statement.js';

interface VerifyOptions {
  readonly signer?: string;
  readonly log?: string;
  readonly shop?: readonly string[];
  readonly policy?: string;
  readonly anySigner?: boolean;
  readonly json?: boolean;
}

/** Exit code for a valid bundle that was not compared with any trusted key. */
const NOTHING_PINNED = 3;

export function verifyCommand({ output }: Cli): Command {
  return new Command('verify')
    .description('check a receipt bundle, or the statement of an order, offline')
    .argument(
      '<file>',
      'JSON file from /api/receipts/{id}/bundle or /api/commerce/orders/{id}/statement, - for standard input',
    )
    .option('--signer <key>', "the signer's key that you know: fingerprint, or file with the public key")
    .option('--log <vkey>', "the log's verifier key that you know")
    .option(
      '--shop <kid>',
      'id of a key that you know of the shop that signed a statement; may be repeated',
      (kid: string, before: readonly string[] = []) => [...before, kid],
    )
    .option('--policy <file>', 'policy (C2SP tlog-policy) whose quorum of witnesses must have cosigned the checkpoint')
    .option(
      '--any-signer',
      'exit with 0 also without --signer, --log and --shop, though anybody can create such a bundle (default: exit with 3)',
    )
    .option('--json', 'print the outcome as JSON')
    .action(async (file: string, options: VerifyOptions) => {
      const content = contentOf(file);
      const value = 'value' in content ? content.value : undefined;
      if (isMeantAsStatement(value))
        return reportStatement(output, file, options, await statementOutcome(value, options.shop));
      const signer = options.signer === undefined ? undefined : fingerprintIn(options.signer);
      const pins = { signer, log: options.log, policy: policyOf(options.policy) };
      const outcome = outcomeOf(content, pins);
      if (options.json) output.out(JSON.stringify(outcome));
      if (!outcome.valid) throw new CommandError(`${file}: ${outcome.detail}`);
      if (!options.json) output.out(textOf(outcome));
      const isPinned = outcome.pinned.signer !== null || outcome.pinned.log !== null;
      if (!isPinned && !options.anySigner) throw nothingPinned(file, '--signer or --log');
    });
}

/** @throws CommandError if it is not valid, or no key was named */
function reportStatement(
  output: Cli['output'],
  file: string,
  { json, shop, anySigner }: VerifyOptions,
  outcome: StatementOutcome,
): void {
  if (json) output.out(JSON.stringify(outcome));
  if (!outcome.valid) throw new CommandError(`${file}: ${outcome.detail}`);
  if (!json) output.out(statementText(outcome, shop));
  if (shop === undefined && !anySigner) throw nothingPinned(file, '--shop');
}

/** Parsed content of a file, or the reason why it has none. */
type Content = { readonly value: unknown } | { readonly fault: AttestationError };

function contentOf(file: string): Content {
  const bytes = readAnyBytes(file);
  try {
    return { value: parseBundle(bytes) };
  } catch (error) {
    if (error instanceof AttestationError) return { fault: error };
    throw error;
  }
}

/** Keys given by the user; null if none. */
interface Pinned {
  readonly pinned: { readonly signer: string | null; readonly log: string | null };
}

type Valid = { readonly valid: true } & Pinned & Verified;
type Outcome = Valid | ({ readonly valid: false; readonly detail: string } & Pinned);

/** Verifies a bundle, or a portal's response that contains one. */
function outcomeOf(content: Content, pins: Pins): Outcome {
  const pinned = { signer: pins.signer ?? null, log: pins.log ?? null };
  try {
    if ('fault' in content) throw content.fault;
    const verified = verifyBundle(content.value, pins);
    // A policy with logs also pins the bundle's log.
    const log = pins.policy?.logs.length ? verified.log : pinned.log;
    return { valid: true, pinned: { ...pinned, log }, ...verified };
  } catch (error) {
    if (error instanceof AttestationError) return { valid: false, pinned, detail: attestationText(error) };
    throw error;
  }
}

function policyOf(file: string | undefined): Policy | undefined {
  return file === undefined ? undefined : withFileName(file, () => readPolicy(readText(file)));
}

function textOf({ pinned, log, ...verified }: Valid): string {
  const { receipt, id, key_fingerprint, received_at, log_index, tree_size, witnesses } = verified;
  const lines = [
    `receipt ${id} is valid`,
    `signed    by the key ${key_fingerprint}${pinned.signer === null ? ', which was not compared with a key that you know (--signer)' : ''}`,
    `logged    ${received_at}, leaf ${log_index} of ${tree_size} in ${log}${pinned.log === null ? ', which was not compared with a log that you know (--log)' : ''}`,
    ...ownerLines(verified),
    ...(witnesses === undefined
      ? []
      : [`witnessed by ${witnesses.join(', ') || 'nobody: the policy asks for no witness'}`]),
    `states    agent ${receipt.agent_id} did job ${receipt.job_id} for ${receipt.consumer_id}: ${receipt.resolution}, ${receipt.issued_at}`,
    ...delegationLines(verified.delegation),
    ...(verified.countersignatures ?? []).map(decisionLine),
  ];
  return asciiLines(lines);
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

function nothingPinned(file: string, options: string): CommandError {
  return new CommandError(
    `${file}: it agrees with itself, but was compared with no key that you know: pass ${options}, or --any-signer`,
    NOTHING_PINNED,
  );
}
