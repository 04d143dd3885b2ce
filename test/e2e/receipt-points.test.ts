import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import type { Door } from '../actors/shopper.js';
import { programPath } from '../programs/program-path.js';
import { request } from '../support/portal.js';
import { run } from '../support/program.js';
import { diskFolder } from '../support/temporary-folder.js';
import { checkFile, SOUND } from './database-file.js';
import { done, type Organization, registered } from './receipts/organization.js';
import { receiptOf } from './receipts/signer.js';
import { acceptedIn, demoDatabase } from './receipts/stored.js';

const PROGRAM = programPath('dying-portal');
const greeting = z.object({ url: z.string() });

let folder: string;
let database: string;
let organization: Organization;
const children: ChildProcess[] = [];
beforeEach(async () => {
  folder = diskFolder();
  database = join(folder, 'portal.db');
  organization = await demoDatabase(database);
});
afterEach(async () => {
  for (const child of children.splice(0)) await ended(child, 'SIGKILL');
  rmSync(folder, { recursive: true });
});

async function ended(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}

async function start(): Promise<Door & { readonly child: ChildProcess }> {
  const child = fork(PROGRAM, [database]);
  children.push(child);
  const [message] = await once(child, 'message');
  return { url: greeting.parse(message).url, key: organization.key, child };
}

/** Returns the number of receipts in the file, then its leaves and the size of its head, both without log entries. */
async function held(): Promise<readonly number[]> {
  const { rows, leaves, size, entries } = await acceptedIn(database, organization.organization_id);
  return [rows.length, leaves - entries.length, size - entries.length];
}

/** Points at which the portal dies, and the number of receipts that the file contains at that time. */
const POINTS = [
  { point: 'asked', where: 'when it has verified the signature', taken: 0 },
  { point: 'decided', where: 'when it has decided, inside the transaction', taken: 0 },
  { point: 'committed', where: 'when the receipt is on disk, before the answer', taken: 1 },
] as const;

it.each(POINTS)('stores the retried receipt once when killed $where', async ({ point, taken }) => {
  const first = await start();
  const signer = await registered(first);
  const signed = signer.sign(receiptOf(organization, 'job'));
  await done(first, 'GET', '/api/receipts');
  first.child.send(point);
  await once(first.child, 'message');
  const died = once(first.child, 'exit');
  const submit = (door: Door) => request(door.url, door.key, 'POST', '/api/receipts', { body: signed });
  await expect(submit(first)).rejects.toThrow('no answer');
  expect(await died).toEqual([null, 'SIGKILL']);
  expect(await held()).toEqual([taken, taken, taken]);

  const second = await start();
  const answers = [await submit(second), await submit(second)];
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const ids = new Set(answers.map(({ json }) => json.id));
  expect(ids).toEqual(new Set((await acceptedIn(database, organization.organization_id)).rows.map(({ id }) => id)));
  expect(await held()).toEqual([1, 1, 1]);
  const { code, stdout } = await run(['log', 'verify'], { PORTAL_DB: database });
  expect([code, stdout]).toEqual([0, expect.stringContaining('  valid  1 receipt, 4 leaves, root ')]);
  expect(checkFile(database)).toEqual(SOUND);
});
