import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type DatabaseConstructor from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { demoAttester, newSignerOf, submitted } from '../actors/attester.js';
import { orderOnAccount, readyCart, shopper } from '../actors/shopper.js';
import { startPortal } from '../support/portal.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { Copy } from './log-tampering/copy.js';

/** Folder of a database with two orders, and a receipt of the first order. */
let original: string;
let named: { readonly order: string; readonly other: string; readonly receipt: string };
let folder: string;
let copy: Copy;

beforeAll(async () => {
  original = temporaryFolder();
  const portal = await startPortal({ database: join(original, 'portal.db') });
  try {
    const by = shopper(portal);
    const order = await orderOnAccount(by, await readyCart(by));
    const other = await orderOnAccount(by, await readyCart(by));
    const attester = demoAttester(portal);
    const signer = await newSignerOf(attester);
    const { data } = await by.ok('get_receipt_context', { order_id: order });
    const receipt = await submitted(attester, signer, Date.now(), { context_hash: data.context_hash });
    named = { order, other, receipt };
  } finally {
    await portal.close();
  }
});
afterAll(() => rmSync(original, { recursive: true }));
beforeEach(() => {
  folder = temporaryFolder();
  copy = new Copy(original, join(folder, 'copy'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Returns the order that is shown with the receipt. */
async function shown(): Promise<unknown> {
  const portal = await startPortal({ database: copy.database });
  try {
    return (await demoAttester(portal).by.ok('get_receipt', { receipt_id: named.receipt })).data.order;
  } finally {
    await portal.close();
  }
}

const sql = (text: string) =>
  copy.change(
    (database: InstanceType<typeof DatabaseConstructor>) =>
      void database.exec(text.replaceAll('ORDER', named.order).replaceAll('OTHER', named.other)),
  );

describe('the order that a receipt names', () => {
  test('passes portal log verify and is shown with the receipt if it is unchanged', async () => {
    expect(await copy.verify()).toMatchObject({ code: 0, stderr: '' });
    expect(await shown()).toEqual({ id: named.order });
  });

  test.each([
    [
      'a total changed',
      `UPDATE "order" SET body = json_set(body, '$.totals[#-1].amount', 1) WHERE key = 'ORDER'`,
      'was changed: its context has another hash',
    ],
    [
      'a line dropped',
      `UPDATE "order" SET body = json_remove(body, '$.line_items[0]') WHERE key = 'ORDER'`,
      'was changed: its context has another hash',
    ],
    [
      'an emptied body',
      `UPDATE "order" SET body = '{}' WHERE key = 'ORDER'`,
      'was changed: its context has another hash',
    ],
    [
      'its hash moved to another order',
      `UPDATE "order" SET context_hash = (SELECT context_hash FROM "order" WHERE key = 'ORDER') WHERE key = 'OTHER'; UPDATE "order" SET context_hash = NULL WHERE key = 'ORDER'`,
      'has another hash in its column context_hash',
    ],
    ['deleted', `DELETE FROM "order" WHERE key = 'ORDER'`, 'is gone'],
    [
      'given to another organization',
      `UPDATE "order" SET body = json_set(body, '$.organization_id', 'org_1') WHERE key = 'ORDER'`,
      'was changed: its context has another hash',
    ],
  ])('is reported by portal log verify if it was changed: %s', async (_what, change, wrong) => {
    sql(change);
    const { code, stdout } = await copy.verify();
    expect(code).toBe(1);
    expect(stdout).toMatch(
      new RegExp(`  INVALID  order ${named.order}, which receipt \\d+ \\(${named.receipt}\\) names, ${wrong}\n`),
    );
  });

  test.each([
    ['was changed', `UPDATE "order" SET body = json_set(body, '$.totals[#-1].amount', 1) WHERE key = 'ORDER'`],
    [
      'has lost its hash to another order',
      `UPDATE "order" SET context_hash = (SELECT context_hash FROM "order" WHERE key = 'ORDER') WHERE key = 'OTHER'; UPDATE "order" SET context_hash = NULL WHERE key = 'ORDER'`,
    ],
  ])('is not shown with the receipt if it %s', async (_what, change) => {
    sql(change);
    expect(await shown()).toBeNull();
  });
});
