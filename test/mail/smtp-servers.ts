import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { onTestFinished } from 'vitest';

/** A message that a server has accepted with 250. */
export interface Accepted {
  readonly from: string;
  readonly to: readonly string[];
  readonly user: string | undefined;
  readonly secure: boolean;
  readonly bytes: Buffer;
}

export interface MailServer {
  readonly accepted: readonly Accepted[];
  readonly port: number;
}

/** An answer with this code. */
export function rejection(code: number): Error {
  return Object.assign(new Error('no'), { responseCode: code });
}

/** Starts a real SMTP server on this machine, without TLS by default. */
export async function openMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const accepted: Accepted[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    async onData(stream, { envelope, user, secure }, done) {
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk);
      const from = envelope.mailFrom ? envelope.mailFrom.address : '';
      const to = envelope.rcptTo.map(({ address }) => address);
      const bytes = Buffer.concat(chunks);
      accepted.push({ from, to, user: user === undefined ? user : String(user), secure, bytes });
      done();
    },
    ...options,
  });
  server.on('error', () => undefined);
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())));
  return { accepted, port: portOf(listening) };
}

/** Starts a server whose connections the test handles. Returns its port. */
export async function openRawServer(talk: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    talk(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return portOf(server);
}

/** Answers each command with 250, and the message as `onMessage` decides. */
export function talkUntilMessage(onMessage: (socket: Socket) => void) {
  return (socket: Socket): void => {
    socket.write('220 mail\r\n');
    let inData = false;
    socket.on('data', (data) => {
      const text = String(data);
      if (inData && /\r\n\.\r\n$/.test(text)) onMessage(socket);
      if (inData) return;
      inData = /^DATA/m.test(text);
      socket.write(inData ? '354 go on\r\n' : '250 ok\r\n');
    });
  };
}

function portOf(server: Pick<Server, 'address'>): number {
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the server does not listen');
  return address.port;
}
