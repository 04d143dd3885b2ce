import type { Operation } from '../calls/define.js';
import type { Things } from '../calls/things.js';
import {
  type Countersignature,
  countersign,
  type KeyPair,
  keyPairOf,
  proveConsumerKey,
  type Receipt,
  signReceipt,
} from '../receipts.js';

export type Thing = keyof Things;

const NOBODY = '01930000-0000-7000-8000-00000000ffff';

/** Returns a valid receipt of this agent for this consumer, still without a signature. */
export function receiptFor(agent_id: string, consumer_id: string, job_id: string, now: number): Receipt {
  return {
    version: 'v0',
    agent_id,
    consumer_id,
    job_id,
    resolution: 'success',
    context_hash: 'none',
    issued_at: new Date(now).toISOString(),
  };
}

/** Returns the acceptance of a receipt that is bound to no order. */
export function acceptanceOf(receipt_hash: string, consumer_id: string, now: number): Countersignature {
  const issued_at = new Date(now).toISOString();
  return { version: 'v0', receipt_hash, order_id: null, consumer_id, decision: 'accept', reason_hash: null, issued_at };
}

/** Returns a new key of a consumer, as `register_consumer_key` accepts it. */
export function provenKey(consumer_id: string, pair: KeyPair): Things['consumerKey'] {
  return { public_key: pair.publicKey.pem, proof: proveConsumerKey(consumer_id, pair) };
}

const NOBODYS_KEY = keyPairOf(new Uint8Array(32).fill(255));

/** Well-formed ids and texts that refer to nothing. */
export const ABSENT: Things = {
  shop: `shop_${NOBODY}`,
  item: 'item-of-nobody',
  discount: 'CODE-OF-NOBODY',
  deployment: `dep_${NOBODY}`,
  checkout: `chk_${NOBODY}`,
  line: `li_${NOBODY}`,
  discountedCheckout: `chk_${NOBODY}`,
  readyCheckout: `chk_${NOBODY}`,
  total: 1,
  order: `ord_${NOBODY}`,
  orderLine: `li_${NOBODY}`,
  heldOrder: `ord_${NOBODY}`,
  trackedOrder: `ord_${NOBODY}`,
  trackedEvent: `evt_${NOBODY}`,
  addressedOrder: `ord_${NOBODY}`,
  requestedOrder: `ord_${NOBODY}`,
  orderRequest: `req_${NOBODY}`,
  draft: `chk_${NOBODY}`,
  sellingShop: `shop_${NOBODY}`,
  accountShop: `shop_${NOBODY}`,
  abandonedShop: `shop_${NOBODY}`,
  dueOrder: `ord_${NOBODY}`,
  authorizedOrder: `ord_${NOBODY}`,
  consumer: `con_${NOBODY}`,
  linkCode: `lc_${'0'.repeat(24)}`,
  agent: `agt_${NOBODY}`,
  key: `key_${NOBODY}`,
  grant: `grt_${NOBODY}`,
  person: `prs_${'0'.repeat(32)}`,
  signingKey: NOBODY,
  publicKey: NOBODYS_KEY.publicKey.pem,
  submission: signReceipt(receiptFor(`agt_${NOBODY}`, `con_${NOBODY}`, 'job', Date.UTC(2026, 0)), NOBODYS_KEY),
  receipt: NOBODY,
  consumerKey: provenKey(`con_${NOBODY}`, NOBODYS_KEY),
  registeredConsumerKey: NOBODY,
  countersignedReceipt: NOBODY,
  countersignature: countersign(acceptanceOf('0'.repeat(64), `con_${NOBODY}`, Date.UTC(2026, 0)), NOBODYS_KEY),
  webhook: `whk_${NOBODY}`,
  delivery: `dlv_${'0'.repeat(32)}_1`,
  logSize: 1,
};

/** Names of the objects that an operation's sample uses. */
export function thingsIn({ sample }: Pick<Operation, 'sample'>): Thing[] {
  const used = new Set<Thing>();
  const noted = new Proxy(ABSENT, {
    get(target, name) {
      if (isThing(name)) used.add(name);
      return Reflect.get(target, name);
    },
  });
  sample(noted);
  return [...used];
}

function isThing(name: string | symbol): name is Thing {
  return name in ABSENT;
}
