import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Block, blocksIn, page, runPasted } from '../support/pasted.js';
import { offerShellCommands, type ShellCommands } from '../support/shell-commands.js';
import { type Serving, serve } from '../support/spawn.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** Returns the shell blocks after the marker for executed blocks. */
function blocksOf(name: string): Block[] {
  const [, marked = ''] = page(name).split(/<!-- test: [^\n]*-->\n/);
  return blocksIn(marked);
}

let folder: string;
let shell: ShellCommands;
let serving: Serving;
beforeAll(async () => {
  folder = temporaryFolder();
  serving = await serve(join(folder, 'data', 'portal.db'));
  shell = await offerShellCommands();
});
afterAll(async () => {
  await serving.stop('SIGTERM');
  await shell.close();
  rmSync(folder, { recursive: true });
});

/** Runs the blocks. Returns each line of their output, parsed as JSON. */
async function answersOf(blocks: readonly Block[]) {
  const output = (await runPasted(blocks, folder, shell.env, serving.url)).join('');
  expect(output).not.toContain('"error":');
  return output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

test('runs the shell blocks of docs/orders.md, with another port, after the purchase of docs/start.md', async () => {
  const [order] = (await answersOf(blocksOf('docs/start.md').slice(0, 1))).slice(-1);
  expect(order.data.status).toBe('processing');
  const blocks = blocksOf('docs/orders.md');
  expect(blocks.length).toBeGreaterThan(5);
  const [shipped, corrected, held, released, returned, listed, history, refunded, again] = await answersOf(blocks);
  expect(shipped.data).toMatchObject({ id: order.data.id, status: 'partially_fulfilled' });
  expect(corrected.data.fulfillment.events).toMatchObject([{ tracking_number: 'GP 78', earlier_tracking: [{}] }]);
  expect([held.data.status, released.data.status]).toEqual(['on_hold', 'partially_fulfilled']);
  expect(returned.data.adjustments).toMatchObject([{ type: 'return', status: 'completed', reason: 'Chipped' }]);
  expect(listed.data.map(({ id }: { id: string }) => id)).toEqual([order.data.id]);
  expect(history.data[0].action).toBe('order.placed');
  expect(refunded.data.adjustments).toHaveLength(2);
  expect(again).toEqual(refunded);
});
