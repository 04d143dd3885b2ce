import { type RegistryCaller, registryCaller, versionOf } from '../actors/registry-caller.js';
import { newSigner, receiptFor, type Submission } from '../actors/signer.js';
import type { CartState } from './history-models.js';
import type { Plan } from './history-plan.js';
import { ADA } from './secrets.js';

/** Price of both items, in minor units. */
const PRICE = 1_000;
/** Item whose units are counted, and the other one. */
export const SCARCE = 'scarce';
export const PLENTIFUL = 'plentiful';

/** An organization in which one history at a time has its shop. */
export interface Home {
  readonly organization_id: string;
  readonly ownerKey: string;
  readonly consumer_id: string;
}

/** A cart that can be completed. */
export interface ReadyCart {
  readonly buyer: string;
  readonly checkout_id: string;
}

/** The objects of a history, which no other history uses. */
export interface HistoryShop {
  /** Organization with a public log. */
  readonly organization_id: string;
  readonly ownerKey: string;
  readonly shopKey: string;
  readonly shop_id: string;
  readonly cart: ReadyCart & CartState;
  readonly ready: readonly ReadyCart[];
  readonly order: { readonly order_id: string; readonly version: number };
  readonly agent_id: string;
  readonly receipts: readonly Submission[];
  /** Number of leaves of the organization's log. */
  readonly logSize: number;
}

export const LINE = 'line';

/** Payment of a cart with one unit. */
export const PAID = {
  expected_total: PRICE,
  payment: { instruments: [{ id: 'i', handler_id: 'invoice' }] },
};

/** Creates the objects of a history, each through the portal that `url` names for it. */
export async function openShop(url: () => string, home: Home, plan: Plan): Promise<HistoryShop> {
  const owner = registryCaller(url, home.ownerKey);
  const { id: shop_id } = await owner.ok('create_shop', { name: `history ${plan.seed}` });
  const item = { shop_id, title: 'Print', price: PRICE, fulfillment_types: ['digital'] };
  const [{ key: shopKey }, log] = await Promise.all([
    deploy(owner, shop_id),
    openLog(owner, home, plan),
    owner.ok('update_shop_settings', { shop_id, payment_handlers: ['invoice'] }),
    owner.ok('put_item', { ...item, item_id: SCARCE, stock: plan.stock }),
    owner.ok('put_item', { ...item, item_id: PLENTIFUL }),
  ]);
  const fill = (buyer: string, item_id: string) => fillCart(registryCaller(url, shopKey, buyer), item_id);
  const [cart, bought, ...ready] = await Promise.all([
    fill('cart', PLENTIFUL),
    fill('order', PLENTIFUL),
    ...plan.carts.map((isScarce, index) => fill(`buyer-${index}`, isScarce ? SCARCE : PLENTIFUL)),
  ]);
  if (!cart || !bought) throw new Error('the carts are missing');
  const order = await placeOrder(registryCaller(url, shopKey, bought.buyer), bought.checkout_id);
  const { organization_id, ownerKey } = home;
  return { organization_id, ownerKey, shopKey, shop_id, cart, ready, order, ...log };
}

async function deploy(owner: RegistryCaller, shop_id: string): Promise<{ readonly key: string }> {
  const { id: deployment_id } = await owner.ok('create_deployment', { shop_id, name: 'history' });
  return owner.ok('create_key', { name: 'history', deployment_id, scopes: ['commerce', 'fulfillment'] });
}

/** Creates an agent with receipts that it can submit. */
async function openLog(owner: RegistryCaller, { consumer_id }: Home, { receipts }: Plan) {
  const { id: agent_id } = await owner.ok('create_agent', { name: 'Agent' });
  const signer = newSigner();
  await owner.ok('register_signing_key', { public_key: signer.public_key, agent_id });
  const { tree_size } = await owner.ok('get_log_checkpoint', {});
  const submissions = Array.from({ length: receipts }, (_, index) =>
    signer.submission(receiptFor({ agent_id, consumer_id }, Date.now(), { job_id: `receipt ${index}` })),
  );
  return { agent_id, receipts: submissions, logSize: Number(tree_size) };
}

async function fillCart(by: RegistryCaller, item_id: string): Promise<ReadyCart & CartState> {
  const { id: checkout_id } = await by.ok('get_cart', {});
  const line_items = [{ id: LINE, item: { id: item_id }, quantity: 1 }];
  await by.ok('add_line_items', { checkout_id, line_items });
  const answer = await by.send('set_buyer', { checkout_id, buyer: { email: ADA.email } });
  return { buyer: by.buyer ?? '', checkout_id, version: versionOf(answer), quantity: 1 };
}

async function placeOrder(by: RegistryCaller, checkout_id: string) {
  const { order } = await by.ok('complete_checkout', { checkout_id, ...PAID });
  const answer = await by.send('get_order', { order_id: order.id });
  return { order_id: String(order.id), version: versionOf(answer) };
}
