import { provenKey, receiptFor } from '../../../src/docs/things.js';
import { generateKeyPair, type KeyPair, signReceipt } from '../../../src/receipts.js';
import { type RegistryCaller, registryCaller } from '../../actors/registry-caller.js';
import type { TestPortal } from '../../support/portal.js';
import { BY_INVOICE } from '../repeats/stage.js';
import { ABSENT, SIGNER, type Things } from './samples.js';

/** A tenant's API keys, of the organization and of a deployment, and the ids of its objects. */
export interface Tenant {
  readonly keys: { readonly deployment: string; readonly organization: string };
  readonly things: Things;
}

const SETTINGS = {
  payment_handlers: ['invoice'],
  mail: { staff: ['kim@example.com'] },
  pickup: [
    {
      id: 'pickup-portland',
      title: 'Portland',
      amount: 0,
      address: { address_country: 'US' },
      ready_days: { min: 0, max: 1 },
    },
  ],
};

const STRIPE_KEYS = { secret_key: 'sk_test_tenant1', publishable_key: 'pk_test_tenant1' };

/** Creates objects of each kind through operations. `name` distinguishes the tenant's ids, `signer` signs receipts. */
export async function furnish(
  portal: Pick<TestPortal, 'url'>,
  organizationKey: string,
  name: string,
  signer: KeyPair = SIGNER,
): Promise<Tenant> {
  const owner = registryCaller(() => portal.url, organizationKey);
  const { id: shop_id } = await owner.ok('create_shop', { name });
  await owner.ok('update_shop_settings', { shop_id, ...SETTINGS });
  const [item, discount] = [`item-of-${name}`, `CODE-OF-${name}`.toUpperCase()];
  const mug = { title: 'Mug', price: 1000, fulfillment_types: ['pickup'], stock: 500 };
  await owner.ok('put_item', { shop_id, item_id: item, ...mug });
  await owner.ok('put_discount', { shop_id, code: discount, title: 'Free', kind: 'free_shipping' });
  const { id: deployment_id } = await owner.ok('create_deployment', { shop_id, name });
  const scopes = ['commerce', 'fulfillment', 'receipts:write', 'receipts:read'];
  const made = await owner.ok('create_key', { name, deployment_id, scopes });
  const shopper = registryCaller(() => portal.url, made.key);
  // Every list needs a second object, so that it has a next page.
  await owner.ok('put_item', { shop_id, item_id: `${item}-2`, ...mug });
  await owner.ok('move_stock', { shop_id, item_id: item, by: 1, reason: 'Found' });
  await owner.ok('put_discount', { shop_id, code: `${discount}-2`, title: 'Free', kind: 'free_shipping' });
  await owner.ok('create_deployment', { shop_id, name });
  await owner.ok('put_payment_account', { shop_id, handler_id: 'stripe', settings: STRIPE_KEYS });
  for (const create of ['create_consumer', 'create_agent']) await owner.ok(create, { name });
  await requested(shopper, (await bought(shopper, item)).order);
  await owner.ok('invite_staff', { email: `first@${name}.example`, role: 'books' });
  const { id: person } = await owner.ok('invite_staff', { email: `second@${name}.example`, role: 'warehouse' });
  const consumer = (await owner.ok('create_consumer', { name })).id;
  const agent = (await owner.ok('create_agent', { name })).id;
  const named = { namedAgent: agent, namedConsumer: consumer };
  const order = await bought(shopper, item);
  const orderRequest = await requested(shopper, order.order);
  const trackedEvent = await tracked(shopper, order.order);
  await drafted(owner, shop_id, item);
  const draft = await drafted(owner, shop_id, item);
  const cart = await filled(shopper, item);
  return {
    keys: { deployment: made.key, organization: organizationKey },
    things: {
      ...ABSENT,
      ...{
        shop: shop_id,
        accountShop: shop_id,
        abandonedShop: shop_id,
        sellingShop: shop_id,
        item,
        discount,
        deployment: deployment_id,
        key: made.id,
      },
      ...{ ...order, heldOrder: order.order, dueOrder: order.order, authorizedOrder: order.order },
      ...{ addressedOrder: order.order, requestedOrder: order.order, orderRequest, draft },
      ...{ trackedOrder: order.order, trackedEvent },
      ...{ ...cart, readyCheckout: cart.checkout, discountedCheckout: cart.checkout },
      ...{ consumer, agent, person, ...named },
      ...(await proven(owner, shopper, named, signer)),
      ...(await told(owner, name)),
    },
  };
}

async function filled(shopper: RegistryCaller, item: string): Promise<{ checkout: string; line: string }> {
  const { id: checkout_id } = await shopper.ok('get_cart', {});
  const line_items = [{ item: { id: item }, quantity: 1 }];
  const cart = await shopper.ok('add_line_items', { checkout_id, line_items });
  return { checkout: checkout_id, line: cart.line_items[0].id };
}

async function bought(shopper: RegistryCaller, item: string): Promise<{ order: string; orderLine: string }> {
  const { checkout: checkout_id, line } = await filled(shopper, item);
  await shopper.ok('set_buyer', { checkout_id, buyer: { email: 'ada@example.com' } });
  await shopper.ok('select_fulfillment', { checkout_id, selected_option_id: 'pickup-portland' });
  const paid = { checkout_id, expected_total: 1000, payment: BY_INVOICE };
  const { order } = await shopper.ok('complete_checkout', paid);
  await shopper.ok('mark_order_paid', { order_id: order.id });
  return { order: order.id, orderLine: line };
}

/** Drafts an order, which its buyer has yet to pay. Returns the id of the draft. */
async function drafted(owner: RegistryCaller, shop_id: string, item: string): Promise<string> {
  const purchase = { line_items: [{ item: { id: item }, quantity: 1 }], buyer: { email: 'ada@example.com' } };
  return (await owner.ok('create_draft_order', { shop_id, ...purchase })).id;
}

/** Requests the cancellation of an order. Returns the id of the request. */
async function requested(shopper: RegistryCaller, order_id: string): Promise<string> {
  const { requests } = await shopper.ok('request_order_change', { order_id, type: 'cancel' });
  return requests[0].id;
}

/** Records an event of an order that moves no units. Returns its id. */
async function tracked(shopper: RegistryCaller, order_id: string): Promise<string> {
  const { fulfillment } = await shopper.ok('record_fulfillment_event', { order_id, type: 'ready_for_pickup' });
  return fulfillment.events[0].id;
}

/** Creates two webhooks, and two deliveries to the second. Returns the ids of the second webhook and one delivery. */
async function told(owner: RegistryCaller, name: string): Promise<{ webhook: string; delivery: string }> {
  const url = `https://${name}.example/events`;
  await owner.ok('create_webhook', { url, events: ['receipt.accepted'] });
  const { id: webhook_id } = await owner.ok('create_webhook', { url, events: ['receipt.accepted'] });
  await owner.ok('ping_webhook', { webhook_id });
  const { id: delivery } = await owner.ok('ping_webhook', { webhook_id });
  return { webhook: webhook_id, delivery };
}

async function proven(
  owner: RegistryCaller,
  shopper: RegistryCaller,
  named: Pick<Things, 'namedAgent' | 'namedConsumer'>,
  signer: KeyPair,
): Promise<Pick<Things, 'signingKey' | 'receipt' | 'registeredConsumerKey' | 'countersignedReceipt'>> {
  const public_key = generateKeyPair().publicKey.pem;
  await owner.ok('register_signing_key', { public_key, agent_id: named.namedAgent });
  const { id: signingKey } = await owner.ok('register_signing_key', { public_key: signer.publicKey.pem });
  await shopper.send('submit_receipt', {
    ...signReceipt(receiptFor(named.namedAgent, named.namedConsumer, 'first', Date.now()), signer),
  });
  const { json } = await shopper.send('submit_receipt', {
    ...signReceipt(receiptFor(named.namedAgent, named.namedConsumer, 'second', Date.now()), signer),
  });
  const consumer_id = named.namedConsumer;
  const key = { consumer_id, ...provenKey(consumer_id, generateKeyPair()) };
  const { id: registeredConsumerKey } = await owner.ok('register_consumer_key', key);
  return { signingKey, receipt: json.id, registeredConsumerKey, countersignedReceipt: json.id };
}
