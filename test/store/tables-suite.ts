import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { appendDelivery } from '../../src/domain/webhook/delivery.js';
import { insertWrite, type Put, type RowPut, type TableName, type Tables } from '../../src/ports.js';
import { keyOf } from '../../src/store/postgres/writes/row-write.js';
import { programPath } from '../programs/program-path.js';
import { signingKeyRow } from './attested-rows.js';
import type { Bench } from './conformance.js';
import {
  agentRow,
  checkoutRow,
  consumerRow,
  DEPLOYMENT,
  discountRow,
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

/** A new row of every table; rows that others refer to come first. */
const ROWS: { readonly [T in TableName]: Tables[T] } = {
  organization: { ...ORG, id: 'org_row', public_log: true },
  shop: { ...SHOP, id: 'shop_row' },
  deployment: { ...DEPLOYMENT, id: 'dep_row' },
  agent: agentRow('agt_row'),
  consumer: consumerRow('con_row'),
  api_key: keyRow('key_row'),
  signing_key: signingKeyRow('sig_row', { agent_id: 'agt_row' }),
  item: itemRow('row'),
  discount: discountRow('ROW'),
  checkout: checkoutRow('chk_row', { state: 'completed' }),
  order: orderRow('ord_row', { checkout_id: 'chk_row' }),
  idempotency: recordRow('rec_row', { status: 200 }),
  link_code: linkCodeRow('lnk_row'),
  platform_cart: platformCartRow('crt_row'),
  log_checkpoint: {
    ...{ id: `${ORG.id}/1/1`, organization_id: ORG.id, epoch: 1, size: 1, root: 'root', public_key: 'key' },
    ...{ checkpoint: 'note', cose_signature: 'signature', cosignatures: [], created_at: NOW, version: 0 },
  },
  log_publication: {
    ...{ id: `${ORG.id}/1`, organization_id: ORG.id, epoch: 1, size: 1, witnessed_size: 0, witnesses: {} },
    ...stamps,
  },
  payment_note: { id: 'invoice/row', text: 'note', created_at: NOW, version: 0 },
  webhook: WEBHOOK,
  delivery_lane: lane,
  delivery,
};

/** A row that is missing from an engine's list of tables would be lost without an error. */
export function tablesSuite(bench: () => Bench): void {
  it('stores a row of every table that another process reads unchanged', async () => {
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
}

function newRows(): Put[] {
  const make = <T extends TableName>(table: T): RowPut<T> => insertWrite(table, ROWS[table]);
  // A generic put of a table is one of the union's members.
  return Object.keys(ROWS).map((table) => make(table as TableName) as Put);
}

function keyOfPut<T extends TableName>({ table, row }: RowPut<T>): string {
  return keyOf(table, row);
}
