import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PACKAGE_ROOT } from '../../src/package-root.js';
import { environment, MAIN, type Serving, serve } from '../support/spawn.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const run = promisify(execFile);

/** The shell blocks of a page, from the mark that says they are run. */
function blocksOf(page: string): string[] {
  const text = readFileSync(join(PACKAGE_ROOT, page), 'utf8');
  const [, marked = ''] = text.split(/<!-- test: [^\n]*-->\n/);
  return [...marked.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block);
}

let folder: string;
let serving: Serving;
beforeAll(async () => {
  folder = temporaryFolder();
  serving = await serve(join(folder, 'data', 'portal.db'));
  // `npx portal` finds the program in the package it is called in; here it is the one that was built.
  mkdirSync(join(folder, 'bin'));
  const npx = join(folder, 'bin', 'npx');
  writeFileSync(npx, `#!/bin/sh\nshift\nexec "${process.execPath}" "${MAIN}" "$@"\n`);
  chmodSync(npx, 0o755);
});
afterAll(async () => {
  await serving.stop('SIGTERM');
  rmSync(folder, { recursive: true });
});

/** Each line of what a script prints, as JSON. */
async function answersOf(blocks: readonly string[]) {
  const script = blocks.join('\n').replaceAll('http://127.0.0.1:3000', serving.url);
  const env = { ...environment(), PATH: `${join(folder, 'bin')}:${process.env.PATH}` };
  const { stdout, stderr } = await run('bash', ['--norc', '-euo', 'pipefail', '-c', script], { cwd: folder, env });
  expect(stderr).toBe('');
  expect(stdout).not.toContain('"error":');
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

test('the shell blocks of docs/orders.md work as they stand, but for the port, after the purchase of the README', async () => {
  const [purchase = ''] = blocksOf('README.md');
  const [order] = (await answersOf([purchase])).slice(-1);
  expect(order.data.status).toBe('processing');
  const blocks = blocksOf('docs/orders.md');
  expect(blocks.length).toBeGreaterThan(5);
  const [shipped, held, released, returned, listed, history, refunded, again] = await answersOf(blocks);
  expect(shipped.data).toMatchObject({ id: order.data.id, status: 'partially_fulfilled' });
  expect([held.data.status, released.data.status]).toEqual(['on_hold', 'partially_fulfilled']);
  expect(returned.data.adjustments).toMatchObject([{ type: 'return', status: 'completed', reason: 'Chipped' }]);
  expect(listed.data.map(({ id }: { id: string }) => id)).toEqual([order.data.id]);
  expect(history.data[0].action).toBe('order.placed');
  expect(refunded.data.adjustments).toHaveLength(2);
  expect(again).toEqual(refunded);
});
