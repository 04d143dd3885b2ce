import { readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { PACKAGE_ROOT } from '../../src/package-root.js';
import { type Block, blocksIn, findMissing, page, runPasted } from '../support/pasted.js';
import { run } from '../support/program.js';
import { offerShellCommands, type ShellCommands } from '../support/shell-commands.js';
import { environment, listeningUrl, MAIN, start } from '../support/spawn.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** A merchant's first day: the blocks of docs/catalog.md and docs/tenants.md, pasted into a fresh clone. */

let folder: string;
let database: string;
let shell: ShellCommands;
beforeAll(async () => {
  folder = temporaryFolder();
  shell = await offerShellCommands();
  symlinkSync(join(PACKAGE_ROOT, 'docs'), join(folder, 'docs'));
  database = join(folder, 'data', 'acme', 'acme.db');
});
afterAll(async () => {
  await shell.close();
  rmSync(folder, { recursive: true });
});

function stepsOf(name: string, end: string): Block[] {
  const [steps = ''] = page(name).split(end);
  return blocksIn(steps);
}

function expectShown(blocks: readonly Block[], outputs: readonly string[]): void {
  expect(outputs).toHaveLength(blocks.length);
  for (const [index, block] of blocks.entries()) {
    const output = outputs[index] ?? '';
    expect(findMissing(block, output), output).toBeUndefined();
  }
}

test('runs the documented steps, from a fresh clone to the books, unchanged except for the port', async () => {
  const catalog = stepsOf('docs/catalog.md', '\n## 7. ');
  expect(catalog).toHaveLength(6);
  expectShown(catalog, await runPasted(catalog, folder, shell.env));

  const serving = start(['serve'], { PORTAL_DB: database, PORTAL_PORT: '0', PORTAL_LOG_LEVEL: 'error' }, folder);
  serving.stderr.pipe(process.stderr);
  const url = await listeningUrl(serving.stdout);
  serving.stdout.resume();
  try {
    const orders = stepsOf('docs/tenants.md', '\n## 9. ');
    expect(orders).toHaveLength(8);
    const outputs = await runPasted(orders, folder, shell.env, url);
    for (const output of outputs) expect(output).not.toContain('"error":');
    expectShown(orders, outputs);
    expectBooks(outputs);
    await buyOverMcp();
    // The steps create only `data`, which Git ignores.
    expect(readdirSync(folder).sort()).toEqual(['data', 'docs']);
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
  const [head = '', row = ''] = readFileSync(join(folder, 'data', 'acme', 'orders.csv'), 'utf8').split('\n');
  const cells = new Map(head.split(',').map((name, index) => [name, row.split(',')[index]]));
  expect(cells.get('total')).toBe((total / 100).toFixed(2));
  expect(cells.get('delivery_name')).toBe('Ada Lovelace');
  expect(cells.get('delivery_locality')).toBe('Berlin');
  expect(cells.get('tracking_numbers')).toBe('GP 77');
  expect(answersIn(again)[0].line_items).toHaveLength(2);
}

const texts = z.object({ content: z.array(z.object({ text: z.string() })), isError: z.boolean().optional() });

/** Follows step 2 of docs/tenants.md with a client over stdio: finds the size M, and pays by invoice. */
async function buyOverMcp(): Promise<void> {
  const PORTAL_DB = database;
  const [, deployment = ''] = /(dep_\S+)/.exec((await run(['shops', 'list'], { PORTAL_DB })).stdout) ?? [];
  const { stdout: key } = await run(['keys', 'create', '--deployment', deployment], { PORTAL_DB });
  const client = new Client({ name: 'agent', version: '1' });
  const env = { PATH: environment().PATH ?? '', PORTAL_DB, PORTAL_API_KEY: key.trim() };
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [MAIN, 'stdio'], env }));
  const call = async (name: string, args: Record<string, unknown> = {}) => {
    const { content, isError } = texts.parse(await client.callTool({ name, arguments: args }));
    expect(isError, content[0]?.text).not.toBe(true);
    return JSON.parse(content[0]?.text ?? '').data;
  };
  const [found] = await call('search_catalog', { query: 't-shirt size M' });
  expect(found).toMatchObject({ id: 'tee-m', price: 2600 });
  // Step 7 has left lines in the deployment's cart.
  const { line_items } = await call('get_cart');
  for (const { id } of line_items) await call('remove_line_item', { line_item_id: id });
  await call('add_line_items', { line_items: [{ item: { id: found.id }, quantity: 1 }] });
  await call('set_buyer', { buyer: { email: 'grace@example.com', full_name: 'Grace Hopper' } });
  await call('set_destination', {
    street_address: 'Am Markt 2',
    address_locality: 'Bremen',
    postal_code: '28195',
    address_country: 'DE',
  });
  const { totals } = await call('select_fulfillment', { selected_option_id: 'parcel' });
  expect(totals).toEqual({ subtotal: 2600, fulfillment: 549, total: 3149 });
  const { order } = await call('complete_checkout', { expected_total: totals.total });
  expect(await call('get_order', { order_id: order.id })).toMatchObject({
    display_id: '1002',
    buyer: { full_name: 'Grace Hopper' },
    payment: { handler_id: 'invoice', amount_paid: 0 },
  });
  await client.close();
}
