import { agent } from './agent.js';
import { api_key } from './api-key.js';
import { checkout } from './checkout.js';
import { consumer } from './consumer.js';
import { delivery } from './delivery.js';
import { delivery_lane } from './delivery-lane.js';
import { deployment } from './deployment.js';
import { discount } from './discount.js';
import { idempotency } from './idempotency.js';
import { item } from './item.js';
import { link_code } from './link-code.js';
import { log_checkpoint } from './log-checkpoint.js';
import { log_publication } from './log-publication.js';
import { oauth_client } from './oauth-client.js';
import { oauth_code } from './oauth-code.js';
import { oauth_token } from './oauth-token.js';
import { order } from './order.js';
import { order_statement } from './order-statement.js';
import { organization } from './organization.js';
import { passkey } from './passkey.js';
import { payment } from './payment.js';
import { payment_account } from './payment-account.js';
import { payment_event } from './payment-event.js';
import { payment_note } from './payment-note.js';
import { person } from './person.js';
import { platform_cart } from './platform-cart.js';
import { profile } from './profile.js';
import { session } from './session.js';
import { shop } from './shop.js';
import { sign_in } from './sign-in.js';
import { signing_key } from './signing-key.js';
import { staff } from './staff.js';
import type { Referred, Table } from './table.js';
import { webhook } from './webhook.js';

/**
 * Tables whose rows are read and written as whole objects. To add one, write its declaration and its migrations, and
 * add a line here.
 */
const DECLARED = {
  organization,
  shop,
  deployment,
  agent,
  consumer,
  api_key,
  signing_key,
  link_code,
  item,
  discount,
  checkout,
  order,
  order_statement,
  payment,
  idempotency,
  log_checkpoint,
  log_publication,
  payment_account,
  payment_event,
  payment_note,
  platform_cart,
  webhook,
  delivery_lane,
  delivery,
  staff,
  oauth_client,
  oauth_code,
  oauth_token,
  person,
  sign_in,
  session,
  profile,
  passkey,
};

type RowOf<Declaration> = Declaration extends { readonly key: (row: infer R) => string } ? R : never;

/** The rows of each table. */
export type Tables = { [T in keyof typeof DECLARED]: RowOf<(typeof DECLARED)[T]> };
export type TableName = keyof Tables;

/** Tables whose rows may be deleted. */
export type RemovableTable = {
  [T in TableName]: (typeof DECLARED)[T] extends { readonly removable: true } ? T : never;
}[TableName];

export const TABLES: { readonly [T in TableName]: Table<Tables[T]> } = DECLARED;

/** Referenced tables come before those that refer to them. */
export const TABLE_NAMES: readonly TableName[] = namesInOrder();

function namesInOrder(): TableName[] {
  const names = new Map(
    Object.keys(TABLES)
      .filter(isTableName)
      .map((name): [Referred, TableName] => [TABLES[name], name]),
  );
  const ordered = new Set<Referred>();
  const place = (table: Referred) => {
    for (const referred of table.after) place(referred);
    ordered.add(table);
  };
  for (const table of names.keys()) place(table);
  return [...ordered].map((table) => nameOf(names, table));
}

/** @throws Error for a referenced table that is not declared above */
function nameOf(names: ReadonlyMap<Referred, TableName>, table: Referred): TableName {
  const name = names.get(table);
  if (!name) throw new Error('a table refers to one that is missing in DECLARED');
  return name;
}

function isTableName(name: string): name is TableName {
  return Object.hasOwn(TABLES, name);
}
