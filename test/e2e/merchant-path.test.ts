import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Block, blocksIn, missing, page, pasted, withNpx } from '../support/pasted.js';
import { listeningUrl, start } from '../support/spawn.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** A merchant's first day: docs/catalog.md and then docs/tenants.md, pasted block by block into an empty folder. */

let folder: string;
let env: Record<string, string | undefined>;
beforeAll(() => {
  folder = temporaryFolder();
  env = withNpx(folder);
  mkdirSync(join(folder, 'pictures'));
  writeFileSync(join(folder, 'pictures', 'tee.jpg'), Buffer.from('ffd8ffe000104a464946', 'hex'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function stepsOf(name: string, end: string): Block[] {
  const [steps = ''] = page(name).split(end);
  return blocksIn(steps);
}

function expectShown(blocks: readonly Block[], outputs: readonly string[]): void {
  expect(outputs).toHaveLength(blocks.length);
  for (const [index, block] of blocks.entries()) {
    const output = outputs[index] ?? '';
    expect(missing(block, output), output).toBeUndefined();
  }
}

test('the path from nothing to the books, as it is written, but for the port', async () => {
  const catalog = stepsOf('docs/catalog.md', '\n## 7. ');
  expect(catalog).toHaveLength(6);
  expectShown(catalog, await pasted(catalog, folder, env));

  const serving = start(['serve'], { PORTAL_DB: 'data/acme.db', PORTAL_PORT: '0', PORTAL_LOG_LEVEL: 'error' }, folder);
  serving.stderr.pipe(process.stderr);
  const url = await listeningUrl(serving.stdout);
  serving.stdout.resume();
  try {
    const orders = stepsOf('docs/tenants.md', '\n## 9. ');
    expect(orders).toHaveLength(8);
    const outputs = await pasted(orders, folder, env, url);
    for (const output of outputs) expect(output).not.toContain('"error":');
    expectShown(orders, outputs);
    expectBooks(outputs);
  } finally {
    serving.kill('SIGTERM');
  }
});

const answersIn = (output = '') =>
  output
    .split('\n')
    .filter((line) => line.startsWith('{"data":'))
    .map((line) => JSON.parse(line).data);

function expectBooks([, bought, , given, found, books, again]: readonly string[]): void {
  const order = answersIn(bought).at(-1);
  expect(order).toMatchObject({ status: 'processing', payment_status: 'pending', discounts: { codes: ['SUMMER'] } });
  const kept = answersIn(given).at(-1);
  expect(kept).toMatchObject({ status: 'fulfilled', payment_status: 'partially_refunded' });
  const { amount_paid, amount_refunded } = kept.payment;
  expect(answersIn(found).map((one) => (Array.isArray(one) ? one.length : one.id))).toEqual([1, 1, order.id, 1]);
  const total = order.totals.at(-1).amount;
  const [summary] = answersIn(books);
  expect(summary).toMatchObject({ orders: 1, gross: total, canceled: total - amount_paid, refunds: amount_refunded });
  const [head = '', row = ''] = readFileSync(join(folder, 'orders.csv'), 'utf8').split('\n');
  const cells = new Map(head.split(',').map((name, index) => [name, row.split(',')[index]]));
  expect(cells.get('total')).toBe((total / 100).toFixed(2));
  expect(cells.get('delivery_name')).toBe('Ada Lovelace');
  expect(cells.get('delivery_locality')).toBe('Berlin');
  expect(cells.get('tracking_numbers')).toBe('GP 77');
  expect(answersIn(again)[0].line_items).toHaveLength(2);
}
