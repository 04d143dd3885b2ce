import { expect, onTestFinished, vi } from 'vitest';
import { required } from '../../../src/domain/values/required.js';
import { makeStripe } from '../../../src/payments/handlers/stripe/stripe.js';
import { findEventSource, receiveEvent } from '../../../src/payments/receive-event.js';
import type { PaymentHandler } from '../../../src/ports.js';
import { ready } from '../../actors/purchase.js';
import { historyOf, type RegistryCaller, registryCaller } from '../../actors/registry-caller.js';
import { shopperAt } from '../../actors/shopper.js';
import { type Answered, startPortal, type TestPortal } from '../../support/portal.js';
import { stillClock } from '../../support/still-clock.js';
import { FormValues } from '../../support/stripe/form-values.js';
import { captureIntent } from '../../support/stripe/intents.js';
import type { ApiEvent, Intent } from '../../support/stripe/objects.js';
import { createRefund } from '../../support/stripe/refunds.js';
import { signedEvent } from '../../support/stripe/signed-event.js';
import { StripeStandIn, stripeApi, TEST_KEYS, WEBHOOK_SECRET } from '../../support/stripe/stripe-stand-in.js';
import { anotherKey, changeSettings, fullKey } from '../../support/tenants.js';

/** The operator's account. */
export const ACCOUNT = { ...TEST_KEYS, webhook_secret: WEBHOOK_SECRET };

/** Differences from an event that Stripe sends. */
interface Sending {
  readonly path: string;
  readonly secret: string;
  readonly body: string;
}

/** A shop that is paid through Stripe, with a stand-in of Stripe. Background work runs only after events. */
export class EventShop {
  readonly clock = stillClock();
  readonly standIn = new StripeStandIn(() => this.clock.now());
  private started:
    | { readonly portal: TestPortal; readonly by: RegistryCaller; readonly handler: PaymentHandler }
    | undefined;

  /** Opens a shop that is closed with the test. `capture`: when it captures payments. */
  static async open(capture: 'at_once' | 'on_shipment' = 'at_once'): Promise<EventShop> {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const shop = new EventShop();
    const handler = makeStripe(stripeApi(await shop.standIn.listen()), ACCOUNT);
    const portal = await startPortal({ clock: shop.clock, handlers: [handler] });
    onTestFinished(async () => {
      vi.useRealTimers();
      await portal.close();
      await shop.standIn.close();
    });
    await changeSettings(portal, { payment_handlers: ['stripe'], payment_capture: capture });
    const { key } = await anotherKey(portal, 'deployment', { scopes: ['commerce', 'fulfillment'] });
    shop.started = { portal, handler, by: registryCaller(() => portal.url, key, 'ada') };
    return shop;
  }

  get portal(): TestPortal {
    return required(this.started, 'an open shop').portal;
  }

  get by(): RegistryCaller {
    return required(this.started, 'an open shop').by;
  }

  /** Sets settings of the shop's own Stripe account, at first also its keys. Returns the address of its events. */
  async setAccount(settings: object, shop_id = this.portal.demo.shop_id): Promise<string> {
    const owner = registryCaller(() => this.portal.url, await fullKey(this.portal, 'organization'));
    await owner.ok('put_payment_account', { shop_id, handler_id: 'stripe', settings });
    return `/payment-events/stripe/${shop_id}`;
  }

  /** Creates a shop without an account of its own. Returns its id. */
  async anotherShop(): Promise<string> {
    const { organization_key: key } = this.portal.demo;
    return (await this.portal.request('POST', '/api/shops', { key, body: { name: 'Other' } })).json.data.id;
  }

  /** Begins the payment of two calendars. Returns the response, and the total in minor units. */
  async pay(token = 'pm_card_visa'): Promise<{ readonly checkout: Answered['json']; readonly total: number }> {
    const { key, buyer } = this.by;
    const by = shopperAt({ url: this.portal.url, key }, buyer);
    const lines = [{ id: 'days', item: { id: 'desk-calendar' }, quantity: 2 }];
    const { checkout_id, total } = await ready(by, { lines });
    const instruments = [{ id: 'i', handler_id: 'stripe', type: 'card', credential: { type: 'token', token } }];
    const args = { checkout_id, expected_total: total, payment: { instruments } };
    return { checkout: await this.by.ok('complete_checkout', args), total };
  }

  /** Places a paid order. Returns its id and its total in minor units. */
  async order(): Promise<{ readonly id: string; readonly total: number }> {
    const { checkout, total } = await this.pay();
    return { id: checkout.order.id, total };
  }

  read(order_id: string): Promise<Answered['json']> {
    return this.by.ok('get_order', { order_id });
  }

  async actions(order_id: string): Promise<string[]> {
    return (await historyOf(this.by, order_id)).map(({ action }) => action);
  }

  /** The last event of a type. */
  event(type: string): ApiEvent {
    const found = this.standIn.state.events.findLast((one) => one.type === type);
    return required(found, type);
  }

  /** Sends an event, signed now with the right secret and to the address for all shops unless the test says otherwise. */
  send(event: ApiEvent, { path = '/payment-events/stripe', secret = WEBHOOK_SECRET, body }: Partial<Sending> = {}) {
    const signed = signedEvent(event, secret, this.clock.now());
    return this.portal.request('POST', path, { raw: body ?? signed.body, headers: signed.headers, key: null });
  }

  /** Sends the last event of a type, and waits until the portal has asked Stripe about its payment. */
  async deliver(type: string): Promise<void> {
    expect((await this.send(this.event(type))).status).toBe(204);
    await this.asked();
  }

  /** Stores an event and dies before the portal asks Stripe about its payment. */
  async dieWith(event: ApiEvent): Promise<void> {
    const { portal } = this.portal.app;
    const { body, headers } = signedEvent(event, WEBHOOK_SECRET, this.clock.now());
    const source = await findEventSource(portal, { handler: 'stripe' });
    await receiveEvent(portal, source, { headers, body: Buffer.from(body), received_at: this.clock.now() });
  }

  /** Runs one round of maintenance of another process. */
  async maintenance(): Promise<void> {
    const { portal, handler } = required(this.started, 'an open shop');
    const { database } = portal;
    await (await startPortal({ clock: this.clock, handlers: [handler], database })).close();
  }

  /** Waits until no event is left whose payment the portal has to ask about. */
  async asked(): Promise<void> {
    await expect.poll(() => this.due()).toEqual([]);
  }

  /** Ids of the payments that are due. */
  due(): Promise<readonly string[]> {
    return this.portal.app.store.due('due_payments', this.clock.now(), 10);
  }

  /** The only PaymentIntent. */
  intent(): Intent {
    const [intent, ...others] = this.standIn.state.intents.values();
    expect(others).toEqual([]);
    return required(intent, 'a PaymentIntent');
  }

  /** The merchant refunds in Stripe's dashboard. */
  refundAtStripe(amount: number): void {
    createRefund(this.standIn.state, new FormValues(`payment_intent=${this.intent().id}&amount=${amount}`));
  }

  /** The merchant captures in Stripe's dashboard, which releases the rest. */
  captureAtStripe(amount: number): void {
    captureIntent(this.standIn.state, this.intent(), new FormValues(`amount_to_capture=${amount}`));
  }

  /** Number of requests that the portal has made to Stripe. */
  requests(): number {
    return this.standIn.requests.length;
  }
}
