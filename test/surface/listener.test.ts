import { once } from 'node:events';
import { connect } from 'node:net';
import express, { type Express } from 'express';
import { expect, it } from 'vitest';
import { Tally } from '../../src/calls/tally.js';
import { Admission } from '../../src/http/admission.js';
import { makeListener } from '../../src/http/listener.js';
import { listenLocally } from '../support/listen-locally.js';
import { rawConnection, requestText } from '../support/raw-http.js';

const LIMITS = { maxConnections: 10, maxUnanswered: 64, requestSeconds: 30, stalledSeconds: 1 };
const ADMITTED = { maxConnections: 10, maxRequests: 2, maxStreams: 2, addressShare: 100, keyShare: 100 };
/** Size of a response too large for the socket buffers, in bytes. */
const BIG = 64 * 1024 * 1024;

async function listening(app: Express) {
  const { server } = makeListener(app, new Admission(ADMITTED, new Tally()), LIMITS);
  return { server, url: await listenLocally(server) };
}

it('closes a connection whose client leaves its response unread for too long', async () => {
  let ended: Promise<unknown> | undefined;
  const app = express().get('/', (_request, response) => {
    ended = once(response.end(Buffer.alloc(BIG)), 'close');
  });
  const { server, url } = await listening(app);
  const socket = connect(Number(new URL(url).port), '127.0.0.1').pause();
  const asked = once(server, 'request');
  socket.write(requestText('/'));
  await asked;
  await ended;
  expect(socket.bytesRead).toBeLessThan(BIG);
  socket.destroy();
  await once(server.close(), 'close');
});

it('ignores requests that a client sends after the last response of its connection', async () => {
  const asked: string[] = [];
  const app = express().get('/:what', (request, response) => {
    asked.push(request.url);
    response.setHeader('connection', 'close').end();
  });
  const { server, url } = await listening(app);
  const connected = once(server, 'connection');
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', allowHalfOpen: true }).resume();
  const [theirs] = await connected;
  const closed = once(theirs, 'close');
  socket.write(requestText('/first'));
  await once(socket, 'end');
  socket.end(requestText('/second'));
  await closed;
  expect(asked).toEqual(['/first']);
  await once(server.close(), 'close');
});

it('answers a request before it rejects the unreadable bytes that follow it', async () => {
  const app = express().get('/', (_request, response) => void setImmediate(() => response.end('first')));
  const { server, url } = await listening(app);
  const connection = await rawConnection(url);
  connection.send(`${requestText('/')}GARBAGE\r\n\r\nMORE\r\n\r\n`);
  const text = await connection.closed;
  expect(text.match(/HTTP\/1\.1 \d+|first/g)).toEqual(['HTTP/1.1 200', 'first', 'HTTP/1.1 400']);
  await once(server.close(), 'close');
});

it('creates requests and responses of the types of Express, so that Express changes no prototypes', async () => {
  const app = express().get('/', (request, response) => {
    response.json([request, response].map((message) => before.includes(Object.getPrototypeOf(message))));
  });
  const { server, url } = await listening(app);
  const before: unknown[] = [];
  server.prependListener('request', (...messages) => {
    before.push(...messages.map((message) => Object.getPrototypeOf(message)));
  });
  const answer = await fetch(url);
  expect(await answer.json()).toEqual([true, true]);
  server.closeAllConnections();
  await once(server.close(), 'close');
});

it('counts an answered request as finished even if its response stays unread', async () => {
  const admission = new Admission(ADMITTED, new Tally());
  const refusals: unknown[] = [];
  let count = 0;
  const app = express().get('/', (request, response) => {
    try {
      admission.admit(request, response);
    } catch (error) {
      refusals.push(error);
    }
    response.end('answer');
    count += 1;
  });
  const { server, url } = await listening(app);
  const socket = connect(Number(new URL(url).port), '127.0.0.1').pause();
  socket.write(requestText('/').repeat(40));
  await expect.poll(() => count).toBe(40);
  expect(refusals).toEqual([]);
  socket.destroy();
  await once(server.close(), 'close');
});

it("counts streams separately from requests in flight, and limits each client's share of streams", async () => {
  const limits = { ...ADMITTED, maxStreams: 32, addressShare: 25 };
  const admission = new Admission(limits, new Tally());
  const refusals: unknown[] = [];
  const app = express().get('/', (request, response) => {
    try {
      admission.admit(request, response);
      admission.openStream(request, response);
      response.write('open');
    } catch (error) {
      refusals.push(error);
      response.end();
    }
  });
  const { server, url } = await listening(app);
  const sockets = Array.from({ length: 9 }, () => connect(Number(new URL(url).port), '127.0.0.1').resume());
  for (const socket of sockets) socket.write(requestText('/'));
  await expect.poll(() => refusals).toMatchObject([{ code: 'rate_limited' }]);
  expect(admission.load).toMatchObject({ requests: 0, streams: 8 });
  for (const socket of sockets) socket.destroy();
  await expect.poll(() => admission.load.streams).toBe(0);
  await once(server.close(), 'close');
});
