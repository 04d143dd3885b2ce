import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { required } from '../../src/domain/values/required.js';
import { appendDelivery } from '../../src/domain/webhook/delivery.js';
import {
  insertWrite,
  type Put,
  type RowPut,
  type Rows,
  replaceWrite,
  type TableName,
  type Tables,
} from '../../src/ports.js';
import { keyOf } from '../../src/store/postgres/writes/row-write.js';
import { TABLES } from '../../src/store/tables/tables.js';
import { programPath } from '../programs/program-path.js';
import { readStoredAtOnce } from '../support/stored.js';
import { signingKeyRow } from './attested-rows.js';
import type { Bench } from './conformance.js';
import {
  accountRow,
  agentRow,
  checkoutRow,
  consumerRow,
  DEPLOYMENT,
  discountRow,
  GRANT,
  itemRow,
  keyRow,
  linkCodeRow,
  NOW,
  ORG,
  orderRow,
  platformCartRow,
  recordRow,
  SHOP,
  webhookRow,
  write,
} from './sample-rows.js';

const run = promisify(execFile);

const stamps = { created_at: NOW, updated_at: NOW, version: 0 };
const WEBHOOK = webhookRow('whk_row');
const { lane, delivery } = appendDelivery(
  undefined,
  {
    organization_id: ORG.id,
    receiver: WEBHOOK.id,
    form: { kind: 'webhook' },
    subject: 'order/ord_row',
    event_id: 'evt_row',
    type: 'order.created',
    subject_version: 1,
    payload: '{}',
  },
  NOW,
);

/** A new row for every table, in an order that satisfies references. */
const ROWS: { readonly [T in TableName]: Tables[T] } = {
  organization: { ...ORG, id: 'org_row', public_log: true },
  shop: { ...SHOP, id: 'shop_row' },
  deployment: { ...DEPLOYMENT, id: 'dep_row' },
  agent: agentRow('agt_row'),
  consumer: consumerRow('con_row'),
  api_key: keyRow('key_row', { grant: GRANT }),
  signing_key: signingKeyRow('sig_row', { agent_id: 'agt_row' }),
  item: itemRow('row'),
  discount: discountRow('ROW'),
  checkout: checkoutRow('chk_row', {
    ...{ state: 'canceled', expired: true, expires_at: NOW + 1, purchase_key: 'purchase' },
    lines: [{ id: 'line', item_id: 'row', quantity: 1, properties: [], seen_price: 100 }],
  }),
  order: orderRow('ord_row', { checkout_id: 'chk_row' }),
  order_statement: {
    ...{ id: 'ord_row', issuer: 'https://shop.example', signed_at: 1, signatures: [{ kid: 'key', signature: 'ab' }] },
    ...stamps,
  },
  idempotency: recordRow('rec_row', { status: 200 }),
  link_code: linkCodeRow('lnk_row', NOW + 1),
  person: { id: 'prs_row', email: 'ada@merchant.example', sessions_from: 0, ...stamps },
  sign_in: {
    ...{ id: 'sgn_row', person_id: 'prs_row', email: 'ada@merchant.example', token_hash: 'a', code_hash: 'b' },
    ...{ browser_hash: 'c', return_to: 'desk', wrong_codes: 0, expires_at: NOW, used_at: null },
    ...{ created_at: NOW, version: 0 },
  },
  session: {
    ...{ id: 'session', person_id: 'prs_row', last_seen_at: NOW, expires_at: NOW + 1, created_at: NOW, version: 0 },
  },
  profile: {
    ...{ id: 'profile_row', organization_id: ORG.id, full_name: 'Ada', phone_number: '+1 503 555 0142' },
    ...{ address: { address_country: 'US', street_address: 'Harbor Street 1' }, ...stamps },
  },
  passkey: {
    ...{ id: 'passkey_row', person_id: 'prs_row', name: 'Phone', public_key: 'a', counter: 0, last_used_at: null },
    ...{ created_at: NOW, version: 0 },
  },
  staff: {
    ...{ id: `${ORG.id}/prs_row`, organization_id: ORG.id, person_id: 'prs_row', email: 'ada@merchant.example' },
    ...{ role: 'orders', shops: null, removed_at: null, ...stamps },
  },
  platform_cart: platformCartRow('crt_row', { expires_at: NOW + 1 }),
  log_checkpoint: {
    ...{ id: `${ORG.id}/1/1`, organization_id: ORG.id, epoch: 1, size: 1, root: 'root', public_key: 'key' },
    ...{ checkpoint: 'note', cose_signature: 'signature', cosignatures: [], created_at: NOW, version: 0 },
  },
  log_publication: {
    ...{ id: `${ORG.id}/1`, organization_id: ORG.id, epoch: 1, size: 1, witnessed_size: 0, witnesses: {} },
    ...stamps,
  },
  payment: {
    ...{ id: 'pay_row', organization_id: ORG.id, shop_id: SHOP.id, checkout_id: 'chk_row', handler_id: 'invoice' },
    ...{ amount: 100, currency: 'USD', progress: { state: 'started', spent: 2 } },
    ...{ spend: { key_id: 'key_row', at: NOW + 5 }, ...stamps },
  },
  payment_event: { id: 'stripe//evt_row', created_at: NOW, version: 0 },
  payment_account: accountRow('row'),
  payment_note: { id: 'invoice/row', text: 'note', created_at: NOW, version: 0 },
  webhook: WEBHOOK,
  delivery_lane: lane,
  delivery,
  oauth_client: {
    ...{ id: 'client_row', kind: 'registered', name: 'Assistant', redirect_uris: ['http://localhost/done'] },
    ...{ secret_hash: null, expires_at: NOW + 1, created_at: NOW, version: 0 },
  },
  oauth_code: {
    ...{ id: 'code_row', organization_id: ORG.id, grant_id: 'key_row', client_id: 'client_row' },
    ...{ redirect_uri: 'http://localhost/done', code_challenge: 'challenge' },
    ...{ expires_at: NOW + 1, created_at: NOW, version: 0 },
  },
  oauth_token: {
    ...{ id: 'token_row', kind: 'refresh', organization_id: ORG.id, grant_id: 'key_row', expires_at: NOW + 1 },
    ...{ created_at: NOW, version: 0 },
  },
};

/** Updates of these rows that change every mutable column. */
const CHANGES: { readonly [T in TableName]?: Partial<Tables[T]> } = {
  organization: { public_log: false },
  signing_key: { status: 'retired', retired_at: NOW },
  link_code: { expires_at: NOW + 2 },
  staff: { removed_at: NOW + 1 },
  session: { expires_at: NOW + 2 },
  item: { status: 'withdrawn', price: 200, product_id: 'product', options: [{ name: 'Size', value: 'M' }] },
  discount: { automatic: true },
  checkout: {
    ...{ buyer_id: 'erased', state: 'open', expires_at: NOW + 2, draft: { by: 'stf', mailed_at: NOW } },
    attempt: { id: 'pay_1', handler_id: 'invoice', amount: 1, currency: 'USD', started_at: NOW + 4 },
  },
  order: {
    ...{ buyer_id: 'erased', status: 'on_hold', payment_status: 'pending', updated_at: NOW + 3 },
    hold_rule: { state: 'waiting', release_at: NOW + 6 },
    adjustments: [{ id: 'adj', type: 'refund', status: 'pending', line_items: [], amount: 1, created_at: NOW + 3 }],
    requests: [{ id: 'req', type: 'cancel', status: 'waiting', created_at: NOW + 4 }],
  },
  payment: { progress: { state: 'owed', spent: 1 }, due_at: NOW + 1 },
  payment_account: { test: false },
  log_publication: { size: 2 },
  platform_cart: { expires_at: NOW + 2 },
  delivery_lane: { first: 2, due_at: null, since: null },
  delivery: { state: 'delivered' },
  oauth_client: { expires_at: NOW + 2 },
  oauth_token: { expires_at: NOW + 2, replaced_at: NOW },
};

type ColumnValue = string | number | null;

/** Columns of each row, before and after the updates. */
const COLUMNS: {
  readonly [T in TableName]: Readonly<Record<string, ColumnValue | readonly [ColumnValue, ColumnValue]>>;
} = {
  organization: { public_log: [1, 0] },
  shop: { organization_id: ORG.id },
  deployment: { organization_id: ORG.id, shop_id: SHOP.id },
  agent: { organization_id: ORG.id },
  consumer: { organization_id: ORG.id },
  api_key: {
    organization_id: ORG.id,
    hash: 'hash of key_row',
    deployment_id: DEPLOYMENT.id,
    grant_client: 'client_row',
    grant_person: null,
  },
  signing_key: {
    ...{ organization_id: ORG.id, agent_id: 'agt_row', key_fingerprint: 'fingerprint of sig_row' },
    status: ['active', 'retired'],
  },
  link_code: { organization_id: ORG.id, expires_at: [NOW + 1, NOW + 2] },
  staff: { organization_id: ORG.id, person_id: 'prs_row', removed_at: [null, NOW + 1] },
  person: {},
  passkey: { person_id: 'prs_row' },
  profile: { organization_id: ORG.id },
  sign_in: { person_id: 'prs_row' },
  session: { person_id: 'prs_row', expires_at: [NOW + 1, NOW + 2] },
  item: {
    ...{ shop_id: SHOP.id, status: ['active', 'withdrawn'], price: [100, 200], product_id: [null, 'product'] },
    options: ['[]', '[{"name":"Size","value":"M"}]'],
  },
  discount: { shop_id: SHOP.id, automatic: [0, 1] },
  checkout: {
    ...{ shop_id: SHOP.id, deployment_id: DEPLOYMENT.id, buyer_id: ['chk_row', 'erased'] },
    ...{ state: ['canceled', 'open'], expires_at: [NOW + 1, NOW + 2], payment_started_at: [null, NOW + 4] },
    ...{ ended_at: [NOW + 1, null], drafted_at: [null, NOW], abandoned_at: [NOW, null], purchase_key: 'purchase' },
  },
  order: {
    ...{ shop_id: SHOP.id, deployment_id: DEPLOYMENT.id, checkout_id: 'chk_row', display_id: 'ord_row' },
    context_hash: 'sha256:8887dd66d3d0d1c0e29ca4c43f50a3d21c6cb9000784c955436f42f204629c07',
    ...{ buyer_id: ['', 'erased'], status: ['processing', 'on_hold'], payment_status: ['paid', 'pending'] },
    money_since: [null, NOW + 3],
    release_at: [null, NOW + 6],
    requested_at: [null, NOW + 4],
  },
  order_statement: {},
  idempotency: {},
  log_checkpoint: { organization_id: ORG.id },
  log_publication: { organization_id: ORG.id, size: [1, 2] },
  payment: {
    ...{ shop_id: SHOP.id, checkout_id: 'chk_row', spender_id: 'key_row', spent_at: NOW + 5 },
    ...{ due_at: [null, NOW + 1], spent: [2, 1] },
  },
  payment_event: {},
  payment_account: { shop_id: SHOP.id },
  payment_note: {},
  platform_cart: { shop_id: SHOP.id, expires_at: [NOW + 1, NOW + 2] },
  webhook: { organization_id: ORG.id },
  delivery_lane: {
    ...{ organization_id: ORG.id, receiver: WEBHOOK.id, due_at: [NOW, null], since: [NOW, null] },
    waiting: [1, 0],
  },
  delivery: {
    ...{ organization_id: ORG.id, receiver: WEBHOOK.id, subject: 'order/ord_row' },
    ...{ state: ['waiting', 'delivered'], limited: null },
  },
  oauth_client: { expires_at: [NOW + 1, NOW + 2] },
  oauth_code: { organization_id: ORG.id, grant_id: 'key_row', expires_at: NOW + 1 },
  oauth_token: { organization_id: ORG.id, grant_id: 'key_row', expires_at: [NOW + 1, NOW + 2] },
};

/**
 * Rows of every table survive a write and a read. A table missing from an engine's list would lose rows without an
 * error.
 */
export function tablesSuite(bench: () => Bench): void {
  it('another process reads a stored row of every table unchanged', async () => {
    const puts = newRows();
    await write(bench().store, ...puts);
    const { database, logKey } = bench().place;
    const named = puts.map((put) => JSON.stringify([put.table, keyOfPut(put)]));
    const { stdout } = await run(process.execPath, [programPath('reading-store'), database, logKey, ...named]);
    const read: readonly unknown[] = JSON.parse(stdout);
    expect(Object.fromEntries(puts.map(({ table }, at) => [table, read[at]]))).toEqual(
      Object.fromEntries(puts.map(({ table, row }) => [table, row])),
    );
  });

  it('stores the columns of every row, and updates them when the row changes', async () => {
    await write(bench().store, ...newRows());
    const before = await storedColumns(bench().place.database);
    await bench().store.update((rows) => ({
      writes: TABLE_LIST.map((table) => changedRow(rows, table)),
      result: undefined,
    }));
    const after = await storedColumns(bench().place.database);
    expect(before).toEqual(expectedColumns(0));
    expect(after).toEqual(expectedColumns(1));
  });

  it('shows the row that another store changed, and returns the same objects for all others', async () => {
    const { store } = bench();
    const other = await bench().open();
    await write(other, ...newRows());
    const cached = TABLE_LIST.filter((table) => TABLES[table].cached);
    const readCached = (rows: Rows) => cached.map((table) => readRow(rows, table));
    let before = await store.read(readCached);
    for (const table of cached) {
      await other.update((rows) => ({ writes: [changedRow(rows, table)], result: undefined }));
      const after = await store.read(readCached);
      expect(cached.filter((_, at) => after[at] !== before[at])).toEqual([table]);
      expect(after[cached.indexOf(table)]).toMatchObject({ version: 2, ...CHANGES[table] });
      before = after;
    }
  });
}

const TABLE_LIST = Object.keys(ROWS) as TableName[];

/** Reads the declared columns of each row of ROWS from the database. */
async function storedColumns(database: string) {
  const found = await readStoredAtOnce(
    database,
    TABLE_LIST.map((table) => `SELECT * FROM "${table}" WHERE key = '${keyOf(table, ROWS[table])}'`),
  );
  return TABLE_LIST.map((table, at) => {
    const row = found[at]?.[0] ?? {};
    return { table, columns: Object.fromEntries(Object.keys(TABLES[table].columns).map((name) => [name, row[name]])) };
  });
}

function expectedColumns(which: 0 | 1) {
  return TABLE_LIST.map((table) => {
    const columns = Object.entries(COLUMNS[table]).map(([name, value]) => [
      name,
      Array.isArray(value) ? value[which] : value,
    ]);
    return { table, columns: Object.fromEntries(columns) };
  });
}

function readRow<T extends TableName>(rows: Rows, table: T): Tables[T] {
  const key = keyOf(table, ROWS[table]);
  return required(rows.many(table, [key]).get(key), table);
}

function changedRow<T extends TableName>(rows: Rows, table: T): Put {
  const before = readRow(rows, table);
  // A generic put of a table is one of the union's members.
  return replaceWrite(table, before, { ...before, ...CHANGES[table] }) as Put;
}

function newRows(): Put[] {
  const make = <T extends TableName>(table: T): RowPut<T> => insertWrite(table, ROWS[table]);
  // A generic put of a table is one of the union's members.
  return TABLE_LIST.map((table) => make(table) as Put);
}

function keyOfPut<T extends TableName>({ table, row }: RowPut<T>): string {
  return keyOf(table, row);
}
