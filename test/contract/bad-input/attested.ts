import type { Things } from '../../../src/calls/things.js';
import { acceptanceOf, provenKey } from '../../../src/docs/things.js';
import { countersign, generateKeyPair } from '../../../src/receipts.js';
import { type Attester, newSignerOf, submitted } from '../../actors/attester.js';
import type { RegistryCaller } from '../../actors/registry-caller.js';
import { newSigner, receiptFor, type Submission } from '../../actors/signer.js';
import { NOON } from '../../support/still-clock.js';

/** Signing keys and receipts of the demo's organization. */
export interface Attested {
  readonly agent: string;
  readonly consumer: string;
  /** Ids of the organization's keys: the active one, the one that it replaced, and a revoked one. */
  readonly active: string;
  readonly retired: string;
  readonly revoked: string;
  /** PEM of these keys, and of one that is not registered. */
  readonly pem: {
    readonly active: string;
    readonly retired: string;
    readonly revoked: string;
    readonly unknown: string;
  };
  readonly receipt: string;
  /** Signed by the active key, but not submitted yet. */
  readonly submission: Submission;
  /** Validly signed, for the job of `receipt` but with another outcome. */
  readonly conflicting: Submission;
  /** Values for calls on the keys and countersignatures of `consumer`. */
  readonly countersigning: Pick<
    Things,
    'consumerKey' | 'registeredConsumerKey' | 'countersignedReceipt' | 'countersignature'
  >;
}

/** Creates two keys that are no longer active, an active one, and two receipts. */
export async function attest(attester: Attester, owner: RegistryCaller): Promise<Attested> {
  const { by, agent_id: agent, consumer_id: consumer } = attester;
  const revoked = await newSignerOf(attester);
  await by.ok('revoke_signing_key', { signing_key_id: revoked.id, reason: 'lost' });
  const retired = await newSignerOf(attester);
  const signer = newSigner();
  const { public_key } = signer;
  const { data } = await by.ok('rotate_signing_key', { signing_key_id: retired.id, public_key });
  const receipt = await submitted(attester, signer, NOON, { job_id: 'settled' });
  await submitted(attester, signer, NOON);
  const pair = generateKeyPair();
  const registered = await owner.ok('register_consumer_key', { consumer_id: consumer, ...provenKey(consumer, pair) });
  const { receipt_hash } = (await by.ok('get_receipt', { receipt_id: receipt })).data;
  return {
    agent,
    consumer,
    active: data.id,
    retired: retired.id,
    revoked: revoked.id,
    pem: {
      active: public_key,
      retired: retired.public_key,
      revoked: revoked.public_key,
      unknown: newSigner().public_key,
    },
    receipt,
    countersigning: {
      consumerKey: provenKey(consumer, generateKeyPair()),
      registeredConsumerKey: registered.id,
      countersignedReceipt: receipt,
      countersignature: countersign(acceptanceOf(receipt_hash, consumer, NOON), pair),
    },
    submission: signer.submission(receiptFor(attester, NOON)),
    conflicting: signer.submission(receiptFor(attester, NOON, { job_id: 'settled', resolution: 'failure' })),
  };
}
