import { connect } from 'node:net';
import type { Random } from './random.js';

/** Texts that are not HTTP requests, or that most clients cannot send. */
const LINES = [
  'GET /healthz HTTP/1.1\r\n\r\n',
  'GET /healthz HTTP/9.9\r\nhost: x\r\n\r\n',
  'GET healthz HTTP/1.1\r\nhost: x\r\n\r\n',
  'GET http://x:99999/healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
  'GET //@x/ HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
  'GET /[ HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
  'POST /mcp HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
  'POST /mcp HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\nconnection: close\r\n\r\nzz\r\n\r\n',
  'POST /mcp HTTP/1.1\r\nhost: x\r\ncontent-length: -1\r\n\r\n',
  'GET / HTTP/1.1\r\nhost: x\r\nx y: z\r\n\r\n',
  'GET / HTTP/1.1\r\nhost: x\r\nexpect: nothing\r\nconnection: close\r\n\r\n',
  'GET / HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n',
  `GET / HTTP/1.1\r\nhost: x\r\n${'x: y\r\n'.repeat(3_000)}\r\n`,
  `GET / HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`,
  'OPTIONS * HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
  'CONNECT x:1 HTTP/1.1\r\nhost: x\r\n\r\n',
  '\u0016\u0003\u0001\u0000\u00a5\u0001\u0000\r\n\r\n',
];

/** Picks one of the texts, which may be cut off or have a byte changed. */
export function rawText(random: Random): string {
  const line = random.of(LINES);
  const at = random.below(line.length);
  if (random.chance(0.4)) return line;
  return random.chance(0.5) ? line.slice(0, at) : `${line.slice(0, at)}\u0001${line.slice(at + 1)}`;
}

/** Returns the portal's response up to the end of the connection. */
export function answerToRaw(url: string, text: string): Promise<string> {
  const { port, hostname } = new URL(url);
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(Number(port), hostname, () => socket.end(text, 'latin1'));
    socket.setEncoding('latin1').on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('error', () => undefined).once('close', () => resolve(answer));
  });
}
