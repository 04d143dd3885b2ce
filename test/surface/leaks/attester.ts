import { expect } from 'vitest';
import { newSigner, receiptFor, type Signer } from '../../actors/signer.js';
import { type Args, done, newKey, refused } from './carts.js';
import { wrongArgs } from './leaves.js';
import { marker } from './markers.js';
import type { Reply, Speaker } from './speakers.js';

/** An organization's accepted and rejected calls on keys and receipts, with every field set. */

export interface Place {
  /** An agent without a key. */
  readonly agent_id: string;
  readonly consumer_id: string;
}

const metadata = { note: marker('receipt.metadata'), [marker('receipt.metadata name')]: 1 };
const beside = { channel: marker('submission.metadata'), [marker('submission.metadata name')]: 1 };

/** A private key whose text contains a marker, sent by mistake. */
const PRIVATE = `-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEI${marker('private key')}\n-----END PRIVATE KEY-----\n`;
const NO_PROOF = marker('key proof tried');
const NO_KEY = `-----BEGIN PUBLIC KEY-----\n${marker('public key tried')}\n-----END PUBLIC KEY-----\n`;

/** A chain with a marker in each text. */
const NO_CHAIN = [
  {
    statement: {
      ...{ version: 'v0', issuer: marker('id tried'), subject: marker('id tried') },
      scope: {
        ...{ consumer_id: marker('id tried'), order_id: marker('id tried'), shop_id: marker('id tried') },
        ...{ job_prefix: marker('id tried'), resolutions: [marker('resolution tried')] },
      },
      ...{ not_before: marker('time tried'), expires_at: marker('time tried') },
    },
    signature: marker('signature tried'),
    public_key: NO_KEY,
  },
];

/** Signs a receipt that has a marker in each text, except in ids assigned by the portal. Returns its submission. */
function marked(signer: Signer, place: Place, job: string): Args {
  const receipt = receiptFor(place, Date.now(), {
    job_id: `${marker('receipt.job_id')}-${job}`,
    resolution: marker('receipt.resolution'),
    context_hash: marker('receipt.context_hash'),
    metadata,
  });
  return { ...signer.submission(receipt), metadata: beside };
}

/** Runs over HTTP and MCP: registers a key, submits and reads a receipt, and sends every kind of invalid input. */
export async function attest(by: Speaker, place: Place): Promise<void> {
  const signer = newSigner();
  const register = { public_key: signer.public_key, agent_id: place.agent_id };
  await refused(by, 'register_signing_key', { ...register, public_key: PRIVATE }, 'private_key_submitted');
  await refused(by, 'register_signing_key', { ...register, public_key: NO_KEY }, 'invalid_public_key');
  await refused(by, 'register_signing_key', { ...register, agent_id: marker('id tried') }, 'agent_unknown');
  await refused(by, 'register_signing_key', { ...register, proof: NO_PROOF }, 'invalid_signature_encoding');
  await all(by, 'register_signing_key', register);
  await done(by, 'register_signing_key', register);
  const submission = marked(signer, place, by.name);
  await wrongReceipts(by, submission, signer);
  const { id: receipt_id } = await accepted(by, submission);
  // Any text is valid in the unsigned metadata. Calls with such a text repeat the receipt, and store nothing.
  await all(by, 'submit_receipt', submission);
  const other = { ...Object(submission.receipt), resolution: marker('resolution tried') };
  await refused(by, 'submit_receipt', { ...signer.submission(other) }, 'receipt_conflict');
  expect((await by.call('get_receipt', { receipt_id })).data.unsigned_metadata).toEqual(beside);
  await absent(by, 'get_receipt', { receipt_id: marker('id tried') }, 'receipt_not_found');
  const none = { agent_id: marker('id tried'), consumer_id: marker('id tried'), job_id: marker('id tried') };
  expect((await by.call('list_receipts', none)).data).toEqual([]);
  const tried = marker('id tried');
  const others = { context_hash: tried, resolution: tried, signing_key_id: tried };
  expect((await by.call('list_receipts', others)).data).toEqual([]);
  expect((await by.call('list_receipts', { key_fingerprint: tried.slice(0, 64) })).data).toEqual([]);
  for (const name of ['received_from', 'received_before', 'issued_from', 'issued_before'])
    await absent(by, 'list_receipts', { [name]: marker('time tried') }, 'invalid_request');
  await by.call('list_receipts', { cursor: marker('search.cursor') });
  expect((await by.call('list_receipts', { agent_id: place.agent_id })).data).toHaveLength(1);
}

/** Expects an error from a read, which accepts no idempotency key. */
async function absent(by: Speaker, operation: string, args: Args, code: string): Promise<void> {
  expect([operation, (await by.call(operation, args)).code]).toEqual([operation, code]);
}

/** Expects a success from a submission, whose response has no `data`. */
async function accepted(by: Speaker, submission: Args): Promise<Reply['body']> {
  const reply = await by.call('submit_receipt', submission, newKey());
  expect(reply).toMatchObject({ code: undefined, body: { status: 'verified' } });
  return reply.body;
}

async function wrongReceipts(by: Speaker, submission: Args, signer: Signer): Promise<void> {
  const of = (change: Args) => ({ ...signer.submission({ ...Object(submission.receipt), ...change }) });
  const tried: readonly (readonly [args: Args, code: string])[] = [
    [{ ...submission, public_key: PRIVATE }, 'private_key_submitted'],
    [{ ...submission, delegation: NO_CHAIN }, 'invalid_delegation'],
    [{ ...submission, public_key: NO_KEY }, 'invalid_public_key'],
    [{ ...submission, signature: marker('signature tried') }, 'invalid_signature_encoding'],
    [{ ...submission, signature: newSigner().signText('x') }, 'signature_invalid'],
    [{ ...submission, public_key: newSigner().public_key }, 'signing_key_unknown'],
    [of({ version: marker('version tried') }), 'unsupported_receipt_version'],
    [of({ agent_id: marker('id tried') }), 'agent_unknown'],
    [of({ consumer_id: marker('id tried') }), 'consumer_unknown'],
    [of({ issued_at: marker('time tried') }), 'invalid_receipt'],
    [of({ issued_at: '2999-01-01T00:00:00Z' }), 'issued_at_in_future'],
  ];
  for (const [args, code] of tried) await refused(by, 'submit_receipt', args, code);
  const { metadata: _unsigned, ...what } = submission;
  await all(by, 'submit_receipt', what);
}

/** Sends each kind of invalid text. */
async function all(by: Speaker, operation: string, args: Args): Promise<void> {
  await Promise.all(wrongArgs(args).map((one) => by.call(operation, one, newKey())));
}

/** Runs over HTTP only: submits several receipts in one batch, all of which are rejected. */
export async function submitMany(by: Speaker, place: Place): Promise<void> {
  const submission = marked(newSigner(), place, 'batch');
  const tried = (change: Args) => ({ ...submission, ...change });
  const receipts = [
    submission,
    tried({ public_key: PRIVATE }),
    tried({ public_key: NO_KEY }),
    tried({ delegation: NO_CHAIN }),
    tried({ signature: marker('signature tried') }),
    tried({ receipt: { ...Object(submission.receipt), version: marker('version tried') } }),
    tried({ receipt: { ...Object(submission.receipt), agent_id: marker('id tried') } }),
    tried({ receipt: { ...Object(submission.receipt), consumer_id: marker('id tried') } }),
    tried({ receipt: { ...Object(submission.receipt), issued_at: marker('time tried') } }),
  ];
  const { body } = await by.call('submit_receipts', { receipts }, newKey());
  expect(body.data.map(({ error }: { error: string }) => error)).toEqual([
    ...['signing_key_unknown', 'private_key_submitted', 'invalid_public_key', 'invalid_delegation'],
    'invalid_signature_encoding',
    ...['unsupported_receipt_version', 'signing_key_unknown', 'signing_key_unknown', 'invalid_receipt'],
  ]);
  await all(by, 'submit_receipts', { receipts });
}

/** Runs over HTTP only: rotates and revokes keys, and reads the proofs. */
export async function keepLog(by: Speaker, receipt_id: string): Promise<void> {
  const { public_key } = newSigner();
  const { id: first } = await done(by, 'register_signing_key', { public_key });
  const rotate = { signing_key_id: first, public_key: newSigner().public_key };
  await all(by, 'rotate_signing_key', { ...rotate, public_key: PRIVATE });
  await refused(by, 'rotate_signing_key', { ...rotate, public_key: PRIVATE }, 'private_key_submitted');
  await refused(by, 'rotate_signing_key', { ...rotate, public_key: NO_KEY }, 'invalid_public_key');
  await refused(by, 'rotate_signing_key', { ...rotate, signing_key_id: marker('id tried') }, 'signing_key_not_found');
  await refused(by, 'rotate_signing_key', { ...rotate, proof: NO_PROOF }, 'invalid_signature_encoding');
  const { id: signing_key_id } = await done(by, 'rotate_signing_key', rotate);
  const revoke = { signing_key_id, reason: marker('revocation.reason') };
  await all(by, 'revoke_signing_key', { reason: revoke.reason, signing_key_id: marker('id tried') });
  await done(by, 'revoke_signing_key', revoke);
  await by.call('get_signing_key', { signing_key_id });
  await absent(by, 'get_signing_key', { signing_key_id: marker('id tried') }, 'signing_key_not_found');
  await by.call('list_signing_keys', {});
  await by.call('list_signing_keys', { cursor: marker('search.cursor') });
  for (const operation of ['get_receipt_bundle', 'get_inclusion_proof']) {
    await absent(by, operation, { receipt_id: marker('id tried') }, 'receipt_not_found');
    await by.call(operation, { receipt_id });
  }
  await by.call('get_log_checkpoint', {});
  await by.call('get_consistency_proof', { from: 1 });
}
