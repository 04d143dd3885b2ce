import { generateKeyPair, type Receipt, signReceipt } from '../../../src/receipts.js';
import type { Args } from '../../actors/registry-caller.js';

/** Ids that a call can name. Those of items, lines and discounts are the tenants' own, but count in one shop only. */
export interface Things {
  readonly shop: string;
  readonly item: string;
  readonly discount: string;
  readonly deployment: string;
  readonly checkout: string;
  readonly line: string;
  readonly order: string;
  readonly orderLine: string;
  readonly consumer: string;
  readonly agent: string;
  readonly key: string;
  readonly signingKey: string;
  readonly receipt: string;
  /** Agent and consumer as a body names them: there they have a form of their own. */
  readonly namedAgent: string;
  readonly namedConsumer: string;
}

export type Thing = keyof Things;

/** Arguments of the right form, with every id taken from the things. What a call makes by a given id is no thing. */
type Sample = (things: Things) => Args;

const cart =
  (args: Args = {}): Sample =>
  ({ checkout }) => ({ checkout_id: checkout, ...args });
const order =
  (args: Args = {}): Sample =>
  (things) => ({ order_id: things.order, ...args });
const shop =
  (args: Args = {}): Sample =>
  (things) => ({ shop_id: things.shop, ...args });
const nothing: Sample = () => ({});
const named: Sample = () => ({ name: 'Sample' });

/** Registered by every tenant: a key that two organizations hold must tell neither of the other. */
export const SIGNER = generateKeyPair();

export function receiptOf(things: Pick<Things, 'namedAgent' | 'namedConsumer'>, job_id: string): Receipt {
  return {
    version: 'v0',
    agent_id: things.namedAgent,
    consumer_id: things.namedConsumer,
    job_id,
    resolution: 'success',
    context_hash: 'none',
    issued_at: new Date().toISOString(),
  };
}

const BOWL = { title: 'Bowl', price: 1, fulfillment_types: ['pickup'] };

const SHOPPING = {
  search_catalog: nothing,
  get_item: ({ item }) => ({ item_id: item }),
  get_cart: nothing,
  get_checkout: cart(),
  add_line_items: (things) => ({
    checkout_id: things.checkout,
    line_items: [{ item: { id: things.item }, quantity: 1 }],
  }),
  update_line_item: ({ checkout, line }) => ({ checkout_id: checkout, line_item_id: line, quantity: 1 }),
  remove_line_item: ({ checkout, line }) => ({ checkout_id: checkout, line_item_id: line }),
  set_buyer: cart({ buyer: {} }),
  apply_discount: ({ checkout, discount }) => ({ checkout_id: checkout, code: discount }),
  remove_discount: ({ checkout, discount }) => ({ checkout_id: checkout, code: discount }),
  set_destination: cart({ destination: { address_country: 'US' } }),
  list_fulfillment_methods: cart(),
  select_fulfillment: cart({ selected_option_id: 'pickup-portland' }),
  complete_checkout: cart({ expected_total: 1 }),
  cancel_checkout: cart(),
  get_order: order(),
  list_orders: nothing,
  hold_order: order(),
  release_order: order(),
} satisfies Record<string, Sample>;

const ADAPTING = {
  record_fulfillment_event: (things) => ({
    order_id: things.order,
    type: 'shipped',
    line_items: [{ id: things.orderLine, quantity: 1 }],
  }),
  cancel_order: order(),
  adjust_order: (things) => ({
    order_id: things.order,
    type: 'refund',
    line_items: [{ id: things.orderLine, quantity: 1 }],
  }),
  mark_order_paid: order(),
  get_order_history: order(),
} satisfies Record<string, Sample>;

const MANAGING = {
  get_shop_settings: shop(),
  update_shop_settings: shop({ payment_handlers: [] }),
  list_discounts: shop(),
  get_discount: (things) => ({ shop_id: things.shop, code: things.discount }),
  put_discount: (things) => ({
    ...{ shop_id: things.shop, code: 'SAMPLE', title: 'Sample', kind: 'free_shipping' },
    item_ids: [things.item],
  }),
  delete_discount: (things) => ({ shop_id: things.shop, code: things.discount }),
  create_shop: named,
  list_shops: nothing,
  create_deployment: shop({ name: 'Sample' }),
  list_deployments: shop(),
  list_shop_items: shop(),
  get_shop_item: (things) => ({ shop_id: things.shop, item_id: things.item }),
  put_item: shop({ item_id: 'bowl', ...BOWL }),
  import_items: shop({ items: [{ id: 'bowl', ...BOWL }] }),
  create_consumer: named,
  get_consumer: ({ consumer }) => ({ consumer_id: consumer }),
  update_consumer: ({ consumer }) => ({ consumer_id: consumer, name: 'Sample' }),
  list_consumers: nothing,
  create_link_code: nothing,
  link_consumer: ({ consumer }) => ({ consumer_id: consumer, code: 'lc_000000000000000000000000' }),
  get_agent: ({ agent }) => ({ agent_id: agent }),
  update_agent: ({ agent }) => ({ agent_id: agent, name: 'Sample' }),
  create_agent: named,
  list_agents: nothing,
  list_keys: nothing,
  create_key: ({ deployment }) => ({ name: 'Sample', deployment_id: deployment }),
  revoke_key: ({ key }) => ({ key_id: key }),
} satisfies Record<string, Sample>;

const PROVING = {
  register_signing_key: ({ namedAgent }) => ({ public_key: generateKeyPair().publicKey.pem, agent_id: namedAgent }),
  list_signing_keys: nothing,
  get_signing_key: ({ signingKey }) => ({ signing_key_id: signingKey }),
  rotate_signing_key: ({ signingKey }) => ({
    signing_key_id: signingKey,
    public_key: generateKeyPair().publicKey.pem,
  }),
  revoke_signing_key: ({ signingKey }) => ({ signing_key_id: signingKey, reason: 'Sample' }),
  submit_receipt: (things) => ({ ...signReceipt(receiptOf(things, 'sample'), SIGNER) }),
  get_receipt: ({ receipt }) => ({ receipt_id: receipt }),
  list_receipts: nothing,
  get_receipt_bundle: ({ receipt }) => ({ receipt_id: receipt }),
  get_log_checkpoint: nothing,
  get_inclusion_proof: ({ receipt }) => ({ receipt_id: receipt }),
  get_consistency_proof: () => ({ from: 1 }),
  get_receipt_context: order(),
} satisfies Record<string, Sample>;

const SAMPLES: Readonly<Record<string, Sample>> = { ...SHOPPING, ...ADAPTING, ...MANAGING, ...PROVING };

/** The arguments of an operation; one without a row fails the test that asks. */
export function sampleOf(operation: string): Sample {
  const sample = SAMPLES[operation];
  if (!sample) throw new Error(`${operation} has no sample: give it a row in test/surface/tenancy/samples.ts`);
  return sample;
}

export const SAMPLED = Object.keys(SAMPLES);

/** Which things an operation's arguments name. */
export function thingsIn(operation: string, things: Things): Thing[] {
  const used = new Set<Thing>();
  const names = Object.keys(things).filter((name): name is Thing => name in things);
  const noted = Object.defineProperties(
    { ...things },
    Object.fromEntries(
      names.map((name) => [
        name,
        {
          get() {
            used.add(name);
            return things[name];
          },
        },
      ]),
    ),
  );
  sampleOf(operation)(noted);
  return [...used];
}
