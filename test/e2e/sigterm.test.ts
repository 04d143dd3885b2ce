import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { type ClientRequest, type IncomingMessage, request as send } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type LineWriter, lineWriter, quantityOf } from '../actors/writers.js';
import { NO_LOAD_LIMITS } from '../support/no-load-limits.js';
import { type Serving, serve } from '../support/spawn.js';
import { diskFolder } from '../support/temporary-folder.js';
import { checkFile, demoKey, SOUND } from './database-file.js';

const CONNECTIONS = 16;

let folder: string;
let database: string;
let server: Serving;
let running = false;
const start = async () => {
  server = await serve(database, NO_LOAD_LIMITS);
  running = true;
};
const stop = (signal: 'SIGTERM' | 'SIGKILL') => {
  running = false;
  return server.stop(signal);
};
const door = () => ({ url: server.url, key: demoKey(database) });
beforeEach(async () => {
  folder = diskFolder();
  database = join(folder, 'portal.db');
  await start();
});
afterEach(async () => {
  // A failed test may leave its server running.
  if (running) await stop('SIGKILL');
  rmSync(folder, { recursive: true });
});

it('finishes requests in flight on SIGTERM, and exits with 0', async () => {
  const writers = await Promise.all(Array.from({ length: CONNECTIONS }, (_, n) => lineWriter(door, `b${n}`)));
  const pending = await Promise.all(writers.map((writer) => begin(writer, 7)));
  const stopped = stop('SIGTERM');
  while (await isListening(server.url)) {
    // The portal has not received the signal yet.
  }
  const answers = await Promise.all(pending.map(finish));
  expect(answers).toEqual(answers.map(() => 200));
  expect(await stopped).toBe(0);
  expect(checkFile(database)).toEqual(SOUND);
  await start();
  for (const writer of writers) expect(await quantityOf(writer)).toBe(7);
  expect(await stop('SIGTERM')).toBe(0);
});

interface Pending {
  readonly sending: ClientRequest;
  readonly body: string;
}

/** Sends the headers of a write and waits until the server has accepted them. */
async function begin({ by, cart, line }: LineWriter, quantity: number): Promise<Pending> {
  const { url, key } = door();
  const body = JSON.stringify({ quantity });
  const sending = send(`${url}/api/commerce/checkouts/${cart}/line-items/${line}`, {
    method: 'PATCH',
    headers: {
      'x-api-key': key,
      'x-buyer-id': by.buyer ?? '',
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      expect: '100-continue',
    },
  });
  sending.flushHeaders();
  await once(sending, 'continue');
  return { sending, body };
}

async function finish({ sending, body }: Pending): Promise<number | undefined> {
  const answered = once(sending, 'response');
  sending.end(body);
  const [response]: IncomingMessage[] = await answered;
  response?.resume();
  return response?.statusCode;
}

async function isListening(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
