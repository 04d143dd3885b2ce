import { connect } from 'node:net';

/** Sends requests as raw bytes, so that no client library adds or joins headers or rewrites JSON. */

export interface Answer {
  readonly status: number;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose form they assert
  readonly json: any;
}

/** Sends these header lines and this body, and adds `Host`, the length and `Connection: close`. */
export function send(url: string, target: string, headers: readonly string[], body: Uint8Array): Promise<Answer> {
  const { hostname, port, host } = new URL(url);
  const head = [`POST ${target} HTTP/1.1`, `Host: ${host}`, ...headers];
  head.push(`Content-Length: ${body.length}`, 'Connection: close', '', '');
  return new Promise((resolve, reject) => {
    const received: Buffer[] = [];
    const socket = connect(Number(port), hostname, () => {
      socket.write(head.join('\r\n'));
      // Leaves the connection open, because a server would treat its end as a disconnect.
      socket.write(body);
    });
    const settle = (error?: Error) => {
      const answer = wholeAnswer(Buffer.concat(received));
      if (answer) resolve(answer);
      else if (error) reject(error);
      if (answer || error) socket.destroy();
    };
    socket.on('data', (bytes) => {
      received.push(bytes);
      settle();
    });
    // The response to a body that is too large may arrive before the server has read the body.
    socket.on('error', (error) => settle(error));
    socket.on('close', () => settle(new Error('the connection was closed without an answer')));
  });
}

/** Parses a response. Returns `undefined` while it is incomplete. */
function wholeAnswer(bytes: Buffer): Answer | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const head = bytes.subarray(0, end).toString();
  const rest = bytes.subarray(end + 4);
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  const text = length === undefined ? unchunked(rest) : rest.length < Number(length) ? undefined : rest.toString();
  return text === undefined
    ? undefined
    : { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]), text, json: parsed(text) };
}

function unchunked(bytes: Buffer): string | undefined {
  const parts: Buffer[] = [];
  for (let at = 0; ; ) {
    const line = bytes.indexOf('\r\n', at);
    if (line < 0) return undefined;
    const length = Number.parseInt(bytes.subarray(at, line).toString(), 16);
    if (length === 0) return Buffer.concat(parts).toString();
    parts.push(bytes.subarray(line + 2, line + 2 + length));
    at = line + 2 + length + 2;
    if (at > bytes.length) return undefined;
  }
}

function parsed(text: string): unknown {
  const data = /^data: (.*)$/m.exec(text)?.[1] ?? text;
  try {
    return JSON.parse(data);
  } catch {
    return undefined;
  }
}
