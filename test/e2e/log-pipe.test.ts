import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { environment, listeningUrl, MAIN } from '../support/spawn.js';
import { temporaryFolder } from '../support/temporary-folder.js';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Requests whose log lines, about 250 bytes each, far exceed the capacity of a pipe. */
const REQUESTS = 4_000;
const AT_ONCE = 20;

test('keeps running while the reader of its log output pauses, and then writes every line completely', async () => {
  const child = spawn(process.execPath, [MAIN, 'serve', '--demo', '--db', join(folder, 'portal.db'), '--port', '0'], {
    env: environment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const url = await listeningUrl(child.stdout);
  child.stdout.resume();
  const requests = Array.from({ length: AT_ONCE }, async () => {
    for (let n = 0; n < REQUESTS / AT_ONCE; n += 1) expect((await fetch(`${url}/healthz`)).status).toBe(200);
  });
  await Promise.all(requests);
  const closed = once(child, 'close');
  child.kill('SIGTERM');
  const lines = (await text(child.stderr)).split('\n');
  expect(await closed).toEqual([0, null]);
  expect(lines.pop()).toBe('');
  const events = lines.map((line) => JSON.parse(line).event);
  expect(events.filter((event) => event === 'request')).toHaveLength(REQUESTS);
  expect(events.at(-1)).toBe('stopped');
});
