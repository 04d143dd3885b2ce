import { contextHash } from '../attestation/context-hash.js';
import { moneyPendingSince } from '../domain/order/order.js';
import { receiptContext } from '../domain/order/receipt-context.js';
import { discountKey } from '../domain/shop/discount.js';
import { itemKey } from '../domain/shop/item.js';
import { countWaiting } from '../domain/webhook/delivery.js';
import type { TableName, Tables } from '../ports.js';

export type ColumnValue = string | number | boolean | null;
type ColumnsOf<R> = Readonly<Record<string, (row: R) => ColumnValue>>;

/** The columns besides `key`, `created_at`, `version` and `body`: copies of members, by which rows are found, ordered and constrained. */
export interface TableColumns<R> {
  readonly key: (row: R) => string;
  /** Set with the new row, and never changed. */
  readonly fixed: ColumnsOf<R>;
  readonly changing: ColumnsOf<R>;
}

interface Owned {
  readonly id: string;
  readonly organization_id: string;
}

const idOf = ({ id }: { readonly id: string }) => id;
const ofOrganization = { organization_id: (row: Owned) => row.organization_id };

/** The columns of each table, the same on every engine. */
export const COLUMNS: { readonly [T in TableName]: TableColumns<Tables[T]> } = {
  organization: { key: idOf, fixed: {}, changing: { public_log: (row) => row.public_log === true } },
  shop: { key: idOf, fixed: ofOrganization, changing: {} },
  deployment: { key: idOf, fixed: { ...ofOrganization, shop_id: (row) => row.shop_id }, changing: {} },
  agent: { key: idOf, fixed: ofOrganization, changing: {} },
  consumer: { key: idOf, fixed: ofOrganization, changing: {} },
  api_key: {
    key: idOf,
    fixed: { ...ofOrganization, hash: (row) => row.hash, deployment_id: (row) => row.deployment_id },
    changing: {},
  },
  signing_key: {
    key: idOf,
    fixed: { ...ofOrganization, agent_id: (row) => row.agent_id, key_fingerprint: (row) => row.key_fingerprint },
    changing: { status: (row) => row.status },
  },
  item: {
    key: (row) => itemKey(row.shop_id, row.id),
    fixed: { shop_id: (row) => row.shop_id },
    changing: {
      status: (row) => row.status,
      price: (row) => row.price,
      product_id: (row) => row.product_id,
      options: (row) => JSON.stringify(row.options),
    },
  },
  discount: {
    key: (row) => discountKey(row.shop_id, row.code),
    fixed: { shop_id: (row) => row.shop_id },
    changing: { automatic: (row) => row.automatic },
  },
  checkout: {
    key: idOf,
    fixed: {
      shop_id: (row) => row.shop_id,
      deployment_id: (row) => row.deployment_id,
    },
    changing: {
      // Another one when the buyer is erased.
      buyer_id: (row) => row.buyer_id,
      state: (row) => row.state,
      expires_at: (row) => row.expires_at,
      payment_started_at: (row) => row.attempt?.started_at ?? null,
      ended_at: (row) =>
        row.state === 'canceled' && !row.erased ? (row.expired ? row.expires_at : row.updated_at) : null,
    },
  },
  order: {
    key: idOf,
    fixed: {
      shop_id: (row) => row.shop_id,
      deployment_id: (row) => row.deployment_id,
      checkout_id: (row) => row.checkout_id,
      display_id: (row) => row.display_id,
      context_hash: (row) => contextHash(receiptContext(row)),
    },
    changing: {
      buyer_id: (row) => row.buyer_id,
      status: (row) => row.status,
      payment_status: (row) => row.payment_status,
      money_since: moneyPendingSince,
    },
  },
  idempotency: { key: idOf, fixed: {}, changing: {} },
  link_code: { key: idOf, fixed: ofOrganization, changing: { expires_at: (row) => row.expires_at } },
  platform_cart: {
    key: idOf,
    fixed: { shop_id: (row) => row.shop_id },
    changing: { expires_at: (row) => row.expires_at },
  },
  log_checkpoint: { key: idOf, fixed: ofOrganization, changing: {} },
  log_publication: { key: idOf, fixed: ofOrganization, changing: { size: (row) => row.size } },
  payment_note: { key: idOf, fixed: {}, changing: {} },
  webhook: { key: idOf, fixed: ofOrganization, changing: {} },
  delivery_lane: {
    key: idOf,
    fixed: { ...ofOrganization, receiver: (row) => row.receiver },
    changing: { due_at: (row) => row.due_at, since: (row) => row.since, waiting: countWaiting },
  },
  delivery: {
    key: idOf,
    fixed: { ...ofOrganization, receiver: (row) => row.receiver, subject: (row) => row.subject },
    changing: { state: (row) => row.state },
  },
};
