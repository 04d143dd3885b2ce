import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A raw connection to a portal. */
export interface RawConnection {
  send(text: string): void;
  /** Resolves with all received bytes once the server has closed the connection. */
  readonly closed: Promise<string>;
  /** Resolves after `count` responses. Rejects if the server closes the connection first. */
  answers(count: number): Promise<string>;
  end(): void;
}

/** `from`: local address to connect from, such as another loopback address. */
export async function rawConnection(url: string, from?: string): Promise<RawConnection> {
  const { port, hostname } = new URL(url);
  const socket = connect({ port: Number(port), host: hostname, ...(from !== undefined && { localAddress: from }) });
  // The server may reset the connection.
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return onSocket(socket);
}

function onSocket(socket: Socket): RawConnection {
  let text = '';
  let waiting: { readonly count: number; readonly resolve: (text: string) => void } | undefined;
  socket.setEncoding('latin1').on('data', (chunk) => {
    text += chunk;
    if (waiting && answersIn(text) >= waiting.count) waiting.resolve(text);
  });
  const closed = new Promise<string>((resolve) => socket.once('close', () => resolve(text)));
  return {
    send: (sent) => void socket.write(sent),
    closed,
    answers: (count) =>
      new Promise((resolve, reject) => {
        if (answersIn(text) >= count) resolve(text);
        else waiting = { count, resolve };
        void closed.then(() => reject(new Error(`closed after ${answersIn(text)} of ${count} responses`)));
      }),
    end: () => void socket.destroy(),
  };
}

export function answersIn(text: string): number {
  return text.split(/HTTP\/1\.1 \d{3} /).length - 1;
}

/** Text of a request without a body. */
export function requestText(path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET'): string {
  const lines = Object.entries({ host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
}
