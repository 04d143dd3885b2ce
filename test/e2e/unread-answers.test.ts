import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registryCaller } from '../actors/registry-caller.js';
import { newSigner } from '../actors/signer.js';
import { type Serving, serve } from '../support/spawn.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { volume } from '../support/volume.js';
import { organizationKey } from './database-file.js';

/** Without a limit, the responses of 5 connections exceed the heap. */
const CONNECTIONS = volume(5, 20);
const REQUESTS = 1_600;
/** Number of retired keys, which make the key set as large as possible. */
const ROTATIONS = 120;
/** Size in bytes of 64 responses with the largest document. */
const MOST_READ = 64 * 600_000;
const ORGANIZATION = 'org_01930000-0000-7000-8000-000000000001';

let folder: string;
beforeAll(() => {
  folder = temporaryFolder();
});
afterAll(() => rmSync(folder, { recursive: true }));

/**
 * Sends many requests without reading the responses. Returns a function that reads them until the connection closes,
 * and resolves to the number of bytes received.
 */
async function flood(url: string, path: string): Promise<() => Promise<number>> {
  const { port, hostname, host } = new URL(url);
  const socket = connect(Number(port), hostname);
  const closed = new Promise<number>((resolve) => socket.once('close', () => resolve(socket.bytesRead)));
  // The portal may reset the connection.
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.pause();
  socket.write(`GET ${path} HTTP/1.1\r\nhost: ${host}\r\n\r\n`.repeat(REQUESTS));
  return () => {
    socket.resume();
    return closed;
  };
}

/** Uses a new connection, since an idle one may be closing at this moment. */
async function isHealthy(url: string): Promise<void> {
  const [response]: IncomingMessage[] = await once(get(`${url}/healthz`, { agent: false }), 'response');
  expect(response?.resume().statusCode).toBe(200);
}

async function rotateKeys(url: string, key: string): Promise<void> {
  const by = registryCaller(() => url, key);
  let { id } = await by.ok('register_signing_key', { public_key: newSigner().public_key });
  for (let n = 0; n < ROTATIONS; n += 1) {
    const rotated = { signing_key_id: id, public_key: newSigner().public_key };
    id = (await by.ok('rotate_signing_key', rotated)).id;
  }
}

describe.each(['0', '1'])('with PORTAL_RATE_LIMIT=%s and a heap of 512 MB', (rateLimit) => {
  let portal: Serving;
  beforeAll(async () => {
    const database = join(folder, `${rateLimit}.db`);
    portal = await serve(database, { PORTAL_RATE_LIMIT: rateLimit }, ['--max-old-space-size=512']);
    await rotateKeys(portal.url, organizationKey(database));
  });
  afterAll(() => portal.stop('SIGTERM'));

  test.each(['/openapi.json', '/docs', `/orgs/${ORGANIZATION}/jwks.json`])(
    'closes connections that request %s again and again and read nothing, and serves the others throughout',
    async (path) => {
      const floods = await Promise.all(Array.from({ length: CONNECTIONS }, () => flood(portal.url, path)));
      for (let n = 0; n < 50; n += 1) await isHealthy(portal.url);
      const read = await Promise.all(floods.map((end) => end()));
      for (const bytes of read) expect(bytes).toBeLessThan(MOST_READ);
      await isHealthy(portal.url);
    },
  );
});
