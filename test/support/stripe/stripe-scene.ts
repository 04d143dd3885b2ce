import { onTestFinished } from 'vitest';
import { required } from '../../../src/domain/values/required.js';
import { makeStripe } from '../../../src/payments/handlers/stripe/stripe.js';
import type { Credential, HandlerContext, PaymentAttempt, PaymentHandler } from '../../../src/ports.js';
import { memoryNotes } from './memory-notes.js';
import type { ApiEvent, Intent } from './objects.js';
import { signedEvent } from './signed-event.js';
import { StripeStandIn, stripeApi, TEST_KEYS, WEBHOOK_SECRET } from './stripe-stand-in.js';

export const NOON = Date.UTC(2026, 10, 20, 12);
export const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;

/** The Stripe handler with a stand-in of its own, one attempt over 20.00 USD, and a clock that tests advance. */
export class StripeScene {
  readonly standIn: StripeStandIn;
  readonly handler: PaymentHandler;
  readonly notes = memoryNotes();
  attempt: PaymentAttempt = {
    id: 'pay_1',
    handler_id: 'stripe',
    checkout_id: 'chk_1',
    amount: 2000,
    currency: 'USD',
    started_at: NOON,
    capture: 'now',
  };
  settings: Readonly<Record<string, string>> = { ...TEST_KEYS, webhook_secret: WEBHOOK_SECRET };
  private time = NOON;

  private constructor(standIn: StripeStandIn, handler: PaymentHandler) {
    this.standIn = standIn;
    this.handler = handler;
  }

  /** Starts a stand-in that is closed with the test. */
  static async start(): Promise<StripeScene> {
    const standIn: StripeStandIn = new StripeStandIn(() => scene.time);
    const api = stripeApi(await standIn.listen());
    onTestFinished(() => standIn.close());
    const scene: StripeScene = new StripeScene(standIn, makeStripe(api));
    return scene;
  }

  now(): number {
    return this.time;
  }

  advance(milliseconds: number): void {
    this.time += milliseconds;
  }

  context(): HandlerContext {
    return {
      notes: this.notes,
      account: { owner: 'shop', settings: this.settings },
      shop: { id: 'shop_1', name: 'Tea & Co' },
      return_url: 'https://shop.example/checkout/1',
    };
  }

  authorize(credential: Credential | string | undefined = 'pm_card_visa') {
    return this.handler.authorize(this.attempt, credentialOf(credential), this.context());
  }

  /** Begins a payment on a page of Stripe. */
  authorizeHosted() {
    return this.handler.authorize(this.attempt, undefined, this.context());
  }

  status() {
    return this.handler.status(this.attempt, this.context());
  }

  capture(id: string, amount: number, final: boolean) {
    const { handler_id, currency } = this.attempt;
    const wanted = { id, handler_id, attempt_id: this.attempt.id, amount, currency, final };
    return required(this.handler.capture, 'capture')(wanted, this.context());
  }

  void() {
    return this.handler.void(this.attempt, this.context());
  }

  refund(id: string, amount: number) {
    const { handler_id, currency } = this.attempt;
    return this.handler.refund({ id, handler_id, attempt_id: this.attempt.id, amount, currency }, this.context());
  }

  /** Receives an event, signed with the account's secret now unless the test says otherwise. */
  receive(event: ApiEvent, { secret = WEBHOOK_SECRET, at = this.time, body }: Partial<Signing> = {}) {
    const signed = signedEvent(event, secret, at);
    const request = { headers: signed.headers, body: Buffer.from(body ?? signed.body), received_at: this.time };
    return required(this.handler.receive, 'receive')(request, this.context());
  }

  /** The last event of a type. */
  event(type: string): ApiEvent {
    return required(
      this.standIn.state.events.findLast((one) => one.type === type),
      type,
    );
  }

  /** The only PaymentIntent of the stand-in. */
  intent(): Intent {
    const all = [...this.standIn.state.intents.values()];
    if (all.length !== 1) throw new Error(`there are ${all.length} PaymentIntents`);
    return required(all[0], 'a PaymentIntent');
  }

  /** Money that the merchant has: captured and not paid back. */
  net(): number {
    const { charges, refunds } = this.standIn.state;
    const captured = [...charges.values()].reduce((sum, one) => sum + one.amount_captured, 0);
    const returned = [...refunds.values()].filter((one) => one.balance_transaction !== null && one.status !== 'failed');
    return captured - returned.reduce((sum, { amount }) => sum + amount, 0);
  }
}

interface Signing {
  readonly secret: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Sent in place of the signed body. */
  readonly body: string;
}

function credentialOf(given: Credential | string | undefined): Credential | undefined {
  return typeof given === 'string' ? { type: 'token', token: given } : given;
}
