import { once } from 'node:events';
import { connect } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPortal, type TestPortal } from '../support/portal.js';
import { requestText } from '../support/raw-http.js';

/** A connection ends with its last response, which the client must be able to read while it is still sending. */

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.close());

/** Size of a body too large for the socket buffers, in bytes. */
const BIG = 12 * 1024 * 1024;

const port = () => Number(new URL(portal.url).port);

/** Sends everything before reading, as many clients do. */
async function answerTo(head: string): Promise<string> {
  const socket = connect(port(), '127.0.0.1').setEncoding('latin1').pause();
  socket.write(head);
  await promisify<Buffer, void>(socket.write).call(socket, Buffer.alloc(BIG));
  let answer = '';
  for await (const chunk of socket) answer += chunk;
  return answer;
}

describe('a client that is still sending can read why it was rejected', () => {
  const posted = (headers: Readonly<Record<string, string>>) =>
    requestText('/api/carts', { 'content-length': String(BIG), ...headers }, 'POST');
  it.each([
    ['a wrong key, on a connection for one request', 401, posted({ connection: 'close', 'x-api-key': 'wrong' })],
    ['more headers than are read', 431, posted({ 'x-pad': 'a'.repeat(20_000) })],
    ['bytes that are not HTTP', 400, 'nothing of HTTP\r\n\r\n'],
  ])('%s', async (_what, status, head) => {
    expect(await answerTo(head)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  });
});

it('closes the connection of a client that keeps its side open', async () => {
  const socket = connect({ port: port(), host: '127.0.0.1', allowHalfOpen: true });
  socket.write('nothing of HTTP\r\n\r\n');
  const [answer] = await once(socket.setEncoding('latin1'), 'data');
  expect(answer).toBe('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n');
  await once(socket, 'end');
  // Writing to a closed connection causes an error.
  const gone = once(socket, 'error');
  const dripping = setInterval(() => socket.write('x'), 100);
  await expect(gone).resolves.toEqual([
    expect.objectContaining({ code: expect.stringMatching(/^(EPIPE|ECONNRESET)$/) }),
  ]);
  clearInterval(dripping);
});
