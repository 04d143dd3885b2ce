import {
  type Countersignature,
  countersign,
  type KeyPair,
  proveConsumerKey,
  reasonHash,
  type SignedCountersignature,
} from '../../src/receipts.js';
import type { Answered, TestPortal } from '../support/portal.js';
import { anotherKey, fullKey } from '../support/tenants.js';
import { type Attester, demoAttester, newSignerOf } from './attester.js';
import { type RegistryCaller, registryCaller } from './registry-caller.js';
import { placeOrder, readyCart, shopper } from './shopper.js';
import { receiptFor, type Signer, type Submission } from './signer.js';

export const REASON = { reason: 'The mug is broken', reason_salt: 'abcdefghijklmnopqrstuv' };

/** A receipt, and what its countersignatures name. */
export interface CountersignedReceipt {
  readonly id: string;
  readonly receipt_hash: string;
  readonly resolution: string;
  readonly order_id: string | null;
}

interface Callers {
  readonly agent: string;
  readonly owner: string;
}

/** The demo's consumer with a key of its own, its agent, and the merchant. */
export class Consumer {
  readonly attester: Attester;
  private readonly portal: TestPortal;
  private readonly keys: Callers;
  private readonly pair: KeyPair;
  private readonly signer: Signer;
  private readonly clock: { now(): number };
  private jobs = 0;

  private constructor(portal: TestPortal, keys: Callers, pair: KeyPair, signer: Signer, clock: { now(): number }) {
    this.portal = portal;
    this.attester = demoAttester(portal);
    this.keys = keys;
    this.pair = pair;
    this.signer = signer;
    this.clock = clock;
  }

  /** Registers a key of the consumer and one of the agent. */
  static async open(portal: TestPortal, pair: KeyPair, clock: { now(): number }): Promise<Consumer> {
    const { key: agent } = await anotherKey(portal, 'deployment', { scopes: ['commerce', 'fulfillment'] });
    const keys = { agent, owner: await fullKey(portal, 'organization') };
    const consumer = new Consumer(portal, keys, pair, await newSignerOf(demoAttester(portal)), clock);
    await consumer.register(pair);
    return consumer;
  }

  get owner(): RegistryCaller {
    return registryCaller(() => this.portal.url, this.keys.owner);
  }

  async register(pair: KeyPair): Promise<string> {
    const { consumer_id } = this.attester;
    const key = { public_key: pair.publicKey.pem, proof: proveConsumerKey(consumer_id, pair) };
    return (await this.owner.ok('register_consumer_key', { consumer_id, ...key })).id;
  }

  async buy(): Promise<string> {
    const by = shopper(this.portal, { buyer: `buyer-${this.jobs}` });
    return placeOrder(by, await readyCart(by));
  }

  /** Fingerprint of the key of the agent. */
  get signerFingerprint(): string {
    return this.signer.fingerprint;
  }

  /** Signs a receipt of the agent that is bound to the order, or to none. */
  async signReceipt(order_id: string | null = null, resolution = 'success'): Promise<Submission> {
    this.jobs += 1;
    const what = { resolution, job_id: `job-${this.jobs}` };
    const bound =
      order_id === null
        ? {}
        : { context_hash: (await this.agentAt(this.portal).ok('get_receipt_context', { order_id })).context_hash };
    return this.signer.submission(receiptFor(this.attester, this.clock.now(), { ...what, ...bound }));
  }

  /** Submits a receipt of the agent that is bound to the order, or to none. */
  async submitReceipt(order_id: string | null, resolution: string): Promise<CountersignedReceipt> {
    const { json } = await this.owner.send('submit_receipt', { ...(await this.signReceipt(order_id, resolution)) });
    const { receipt_hash } = await this.owner.ok('get_receipt', { receipt_id: json.id });
    return { id: json.id, receipt_hash, resolution, order_id };
  }

  /** Signs a decision about a receipt. */
  sign(
    { receipt_hash, order_id }: CountersignedReceipt,
    decision: Countersignature['decision'],
    change: Partial<Countersignature> = {},
    pair = this.pair,
  ): SignedCountersignature {
    const reason_hash = decision === 'accept' ? null : reasonHash(REASON.reason_salt, REASON.reason);
    const issued_at = new Date(this.clock.now()).toISOString();
    const { consumer_id } = this.attester;
    const statement = { version: 'v0', receipt_hash, order_id, consumer_id, decision, reason_hash, issued_at } as const;
    return countersign({ ...statement, ...change }, pair);
  }

  /** Sends a decision about a receipt to a portal. */
  decide(
    { url }: Pick<TestPortal, 'url'>,
    receipt: CountersignedReceipt,
    decision: Countersignature['decision'],
    change: Readonly<Record<string, unknown>> = {},
  ): Promise<Answered> {
    const reason = decision === 'accept' ? {} : REASON;
    const args = { receipt_id: receipt.id, ...this.sign(receipt, decision), ...reason, ...change };
    return registryCaller(() => url, this.keys.owner).send('countersign_receipt', args);
  }

  hold(order_id: string, or_after: number, rule: { readonly consumer_id?: string } = {}): Promise<Answered> {
    const release_when = { receipt_and_acceptance: true, or_after, ...rule };
    return this.agentAt(this.portal).send('hold_order', { order_id, release_when });
  }

  /** Calls an operation on an order at a portal. */
  act({ url }: Pick<TestPortal, 'url'>, action: keyof typeof ACTIONS, order_id: string): Promise<Answered> {
    const [operation, more] = ACTIONS[action];
    return this.agentAt({ url }).send(operation, { order_id, ...more });
  }

  order(order_id: string) {
    return this.agentAt(this.portal).ok('get_order', { order_id });
  }

  async history(order_id: string): Promise<readonly { readonly action: string }[]> {
    return this.agentAt(this.portal).ok('get_order_history', { order_id });
  }

  private agentAt({ url }: Pick<TestPortal, 'url'>): RegistryCaller {
    return registryCaller(() => url, this.keys.agent);
  }
}

const ACTIONS = {
  release: ['release_order', {}],
  ship: ['record_fulfillment_event', { type: 'shipped' }],
  capture: ['capture_payment', {}],
  cancel: ['cancel_order', {}],
} as const;
