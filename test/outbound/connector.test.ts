import { createServer, type RequestListener, type Server } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { networkConnector } from '../../src/outbound/connector.js';
import { listenLocally } from '../support/listen-locally.js';

/** The network connector, tested with a local server. */

const LIMITS = { bytes: 1_000, signal: new AbortController().signal };
const answers = new Map<string, RequestListener>([
  ['/good', (_request, response) => response.setHeader('cache-control', 'max-age=5').end('{}')],
  ['/moved', (_request, response) => response.writeHead(302, { location: '/good' }).end()],
  ['/large', (_request, response) => response.end('x'.repeat(1_001))],
  ['/endless', (_request, response) => void response.write('x')],
  ['/host', ({ headers }, response) => response.end(headers.host)],
  [
    '/cut',
    (_request, response) => void response.writeHead(200, { 'content-length': 10 }).write('x', () => response.destroy()),
  ],
]);

let server: Server;
let url: string;
beforeAll(async () => {
  server = createServer((request, response) => answers.get(request.url ?? '')?.(request, response));
  url = await listenLocally(server);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const get = (path: string, limits = LIMITS) => networkConnector.get(new URL(path, url), '127.0.0.1', limits);

test('returns status, body and cache lifetime', async () => {
  const { status, body, cacheControl } = await get('/good');
  expect([status, body.toString(), cacheControl]).toEqual([200, '{}', 'max-age=5']);
});

test('does not follow redirects', async () => {
  expect((await get('/moved')).status).toBe(302);
});

test('fails for a response that is too large', async () => {
  await expect(get('/large')).rejects.toThrow('too large');
});

test('fails for a response that is cut off', async () => {
  await expect(get('/cut')).rejects.toThrow();
});

test('fails when its signal is aborted', async () => {
  const ending = new AbortController();
  const asked = get('/endless', { ...LIMITS, signal: ending.signal });
  ending.abort();
  await expect(asked).rejects.toThrow();
});

test('connects to the checked address regardless of what the name resolves to', async () => {
  const { port } = new URL(url);
  const { body } = await networkConnector.get(new URL(`http://rebinding.invalid:${port}/host`), '127.0.0.1', LIMITS);
  expect(body.toString()).toBe(`rebinding.invalid:${port}`);
});
