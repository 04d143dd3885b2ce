import { z } from 'zod';
import type { Operation } from '../calls/define.js';
import type { Things } from '../calls/things.js';
import { countersign, type KeyPair, receiptHash, signedBytes, signReceipt } from '../receipts.js';
import { ABSENT, acceptanceOf, provenKey, receiptFor, type Thing, thingsIn } from './things.js';

/** Calls an operation and returns the body of a successful response; throws otherwise. */
export type CallOperation = (operation: string, args: Readonly<Record<string, unknown>>) => Promise<unknown>;

/**
 * Callers that create the objects for sample calls, using only operations, in a shop with the demo's items and
 * discounts.
 */
export interface Players {
  /** Calls as the buyer of a deployment, with a key that has every scope of deployment keys. */
  readonly buyer: CallOperation;
  /** Calls as the organization, with a key that has every scope of organization keys. */
  readonly owner: CallOperation;
  newKeyPair(): KeyPair;
  /** Connects an assistant to the deployment of `buyer`, which no operation can. Returns the id of the grant. */
  newGrant(): Promise<string>;
  /** Leaves an expired cart in the deployment of `buyer`, since no operation moves the clock. */
  leaveCart(): Promise<void>;
  /** Milliseconds since the epoch. */
  now(): number;
}

const made = z.object({ data: z.object({ id: z.string() }) });
const totals = z.array(z.object({ type: z.string(), amount: z.int() }));
const ready = z.object({ data: z.object({ totals }) });
const completed = z.object({ data: z.object({ order: z.object({ id: z.string() }) }) });
const settings = z.object({ data: z.record(z.string(), z.unknown()) });
const code = z.object({ data: z.object({ code: z.string() }) });
const listed = z.object({ data: z.tuple([z.object({ id: z.string() })], z.unknown()) });
const requested = z.object({ data: z.object({ requests: z.tuple([z.object({ id: z.string() })]) }) });
const tracked = z.object({
  data: z.object({ fulfillment: z.object({ events: z.tuple([z.object({ id: z.string() })]) }) }),
});
const accepted = z.object({ id: z.string() });

const ITEM = 'enamel-mug';
const DISCOUNT = 'WELCOME10';
const LINE = 'mug';
const PICKUP = 'pickup-portland';
const ADDRESS = {
  full_name: 'Ada Lovelace',
  street_address: '1 Old Street',
  address_locality: 'Portland',
  address_region: 'OR',
  postal_code: '97205',
  address_country: 'US',
};
const SHIPPING = 'standard';
const BY_CARD = {
  id: 'card-1',
  handler_id: 'sandbox_card',
  type: 'card',
  brand: 'visa',
  last_digits: '4242',
  credential: { type: 'token', token: 'tok_approve' },
};
const ON_ACCOUNT = { id: 'account', handler_id: 'invoice' };

/**
 * Returns a function that creates the objects that a sample needs, each on its first use. Later calls of the function
 * return the same objects; another furnisher creates new ones.
 */
export function furnisher(players: Players): (operation: Pick<Operation, 'sample'>) => Promise<Things> {
  const creators = creatorsOf(players);
  return async (operation) => {
    const things: { -readonly [Name in Thing]: Things[Name] } = { ...ABSENT };
    const make = async <Name extends Thing>(name: Name) => {
      things[name] = await creators[name]();
    };
    for (const name of thingsIn(operation)) await make(name);
    return things;
  };
}

type Creators = { readonly [Name in Thing]: () => Promise<Things[Name]> };

function creatorsOf(players: Players): Creators {
  const parties = partyCreators(players);
  return {
    ...shopCreators(players),
    ...orderCreators(players),
    ...parties,
    ...proofCreators(players, parties),
    ...eventCreators(players),
    grant: once(players.newGrant),
  };
}

/** Creates another shop of the organization. Its item and discount have the same ids as the demo's. */
function shopCreators({ owner }: Players) {
  const shop = once(async () => {
    const { id } = made.parse(await owner('create_shop', { name: 'Park Pottery' })).data;
    await owner('update_shop_settings', { shop_id: id, payment_handlers: ['invoice'] });
    const item = { title: 'Enamel mug', price: 1600, fulfillment_types: ['pickup'], stock: 40 };
    await owner('put_item', { shop_id: id, item_id: ITEM, ...item });
    const tenth = { title: '10 % off', kind: 'percent', value_ppm: 100_000 };
    await owner('put_discount', { shop_id: id, code: DISCOUNT, ...tenth });
    return id;
  });
  const deployment = once(async () => {
    const args = { shop_id: await shop(), name: 'Website' };
    return made.parse(await owner('create_deployment', args)).data.id;
  });
  const accountShop = once(async () => {
    const shop_id = await shop();
    const settings = { secret_key: 'rk_test_yourrestrictedkey', publishable_key: 'pk_test_yourpublishablekey' };
    await owner('put_payment_account', { shop_id, handler_id: 'stripe', settings });
    return shop_id;
  });
  return {
    shop,
    accountShop,
    // The first shop in the list is the demo's.
    sellingShop: once(async () => listed.parse(await owner('list_shops', {})).data[0].id),
    deployment,
    item: async () => ITEM,
    discount: async () => DISCOUNT,
    key: once(async () => {
      const args = { name: 'Website', deployment_id: await deployment() };
      return made.parse(await owner('create_key', args)).data.id;
    }),
  };
}

function totalIn(answer: unknown): number {
  return ready.parse(answer).data.totals.find(({ type }) => type === 'total')?.amount ?? 0;
}

function orderCreators({ buyer, owner, leaveCart }: Players) {
  /** Cancels the buyer's current cart, and creates one with two mugs. */
  const checkout = once(async () => {
    const current = made.parse(await buyer('get_cart', {})).data;
    await buyer('cancel_checkout', { checkout_id: current.id });
    const { id } = made.parse(await buyer('get_cart', {})).data;
    await buyer('add_line_items', { checkout_id: id, line_items: [{ item: { id: ITEM }, quantity: 2, id: LINE }] });
    return id;
  });
  const readyCheckout = once(async () => {
    const checkout_id = await checkout();
    await buyer('set_buyer', { checkout_id, buyer: { email: 'ada@example.com' } });
    await buyer('select_fulfillment', { checkout_id, selected_option_id: PICKUP });
    return checkout_id;
  });
  const total = once(async () => {
    return totalIn(await buyer('get_checkout', { checkout_id: await readyCheckout() }));
  });
  const ordered = async (instrument: object) => {
    const args = { checkout_id: await readyCheckout(), expected_total: await total() };
    const payment = { instruments: [instrument] };
    return completed.parse(await buyer('complete_checkout', { ...args, payment })).data.order.id;
  };
  const order = once(() => ordered(BY_CARD));
  const addressedOrder = once(async () => {
    const checkout_id = await checkout();
    await buyer('set_buyer', { checkout_id, buyer: { email: 'ada@example.com' } });
    await buyer('set_destination', { checkout_id, destination: ADDRESS });
    const selected = await buyer('select_fulfillment', { checkout_id, selected_option_id: SHIPPING });
    const expected_total = totalIn(selected);
    const args = { checkout_id, expected_total, payment: { instruments: [BY_CARD] } };
    return completed.parse(await buyer('complete_checkout', args)).data.order.id;
  });
  return {
    checkout,
    readyCheckout,
    total,
    line: async () => LINE,
    order,
    orderLine: async () => LINE,
    dueOrder: once(() => ordered(ON_ACCOUNT)),
    authorizedOrder: once(async () => {
      const [{ id: shop_id }] = listed.parse(await owner('list_shops', {})).data;
      const { data } = settings.parse(await owner('get_shop_settings', { shop_id }));
      await owner('update_shop_settings', { ...data, shop_id, payment_capture: 'on_shipment' });
      const id = await ordered(BY_CARD);
      await owner('update_shop_settings', { ...data, shop_id });
      return id;
    }),
    discountedCheckout: once(async () => {
      await buyer('apply_discount', { checkout_id: await checkout(), code: DISCOUNT });
      return checkout();
    }),
    draft: once(async () => {
      const [{ id: shop_id }] = listed.parse(await owner('list_shops', {})).data;
      const purchase = { line_items: [{ item: { id: ITEM }, quantity: 2 }], buyer: { email: 'ada@example.com' } };
      const args = { shop_id, ...purchase, selected_option_id: PICKUP };
      return made.parse(await owner('create_draft_order', args)).data.id;
    }),
    abandonedShop: once(async () => {
      await leaveCart();
      return listed.parse(await owner('list_shops', {})).data[0].id;
    }),
    requestedOrder: order,
    orderRequest: once(async () => {
      const answer = await buyer('request_order_change', { order_id: await order(), type: 'cancel' });
      return requested.parse(answer).data.requests[0].id;
    }),
    addressedOrder,
    trackedOrder: addressedOrder,
    trackedEvent: once(async () => {
      const event = { type: 'shipped', carrier: 'Ground post', tracking_number: 'GP 77' };
      const answer = await buyer('record_fulfillment_event', { order_id: await addressedOrder(), ...event });
      return tracked.parse(answer).data.fulfillment.events[0].id;
    }),
    heldOrder: once(async () => {
      await buyer('hold_order', { order_id: await order() });
      return order();
    }),
  };
}

function partyCreators({ owner }: Players) {
  return {
    consumer: once(async () => made.parse(await owner('create_consumer', { name: 'Ada Park' })).data.id),
    agent: once(async () => made.parse(await owner('create_agent', { name: 'Shopping agent' })).data.id),
    linkCode: once(async () => code.parse(await owner('create_link_code', {})).data.code),
  };
}

function proofCreators({ owner, newKeyPair, now }: Players, parties: Pick<Creators, 'agent' | 'consumer'>) {
  const signer = once(async () => {
    const pair = newKeyPair();
    const args = { public_key: pair.publicKey.pem, agent_id: await parties.agent() };
    return { pair, id: made.parse(await owner('register_signing_key', args)).data.id };
  });
  const signed = async (job: string) => {
    const { pair } = await signer();
    return signReceipt(receiptFor(await parties.agent(), await parties.consumer(), job, now()), pair);
  };
  const firstJob = once(() => signed('job-1'));
  const receipt = once(async () => accepted.parse(await owner('submit_receipt', { ...(await firstJob()) })).id);
  const consumerKey = once(async () => {
    const pair = newKeyPair();
    const consumer_id = await parties.consumer();
    const { id } = made.parse(
      await owner('register_consumer_key', { consumer_id, ...provenKey(consumer_id, pair) }),
    ).data;
    return { pair, id };
  });
  return {
    receipt,
    consumerKey: once(async () => provenKey(await parties.consumer(), newKeyPair())),
    registeredConsumerKey: async () => (await consumerKey()).id,
    countersignedReceipt: receipt,
    countersignature: once(async () => {
      const { receipt: job } = await firstJob();
      await receipt();
      const statement = acceptanceOf(receiptHash(signedBytes(job)), await parties.consumer(), now());
      return countersign(statement, (await consumerKey()).pair);
    }),
    signingKey: async () => (await signer()).id,
    publicKey: once(async () => newKeyPair().publicKey.pem),
    submission: once(() => signed('job-2')),
    logSize: async () => {
      await receipt();
      return 1;
    },
  };
}

function eventCreators({ owner }: Players) {
  const webhook = once(async () => {
    const args = { url: 'https://merchant.example/events', events: ['signing_key.revoked'] };
    return made.parse(await owner('create_webhook', args)).data.id;
  });
  const args = { email: 'ada@merchant.example', role: 'warehouse' };
  return {
    person: once(async () => made.parse(await owner('invite_staff', args)).data.id),
    webhook,
    delivery: once(async () => made.parse(await owner('ping_webhook', { webhook_id: await webhook() })).data.id),
  };
}

/** Runs `make` once, on the first call. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let making: Promise<T> | undefined;
  return () => {
    making ??= make();
    return making;
  };
}
