import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { simpleParser } from 'mailparser';
import type { SMTPServerOptions } from 'smtp-server';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../src/config.js';
import { required } from '../../src/domain/values/required.js';
import { makeTransport } from '../../src/mail/make-transport.js';
import { composeMessage } from '../../src/mail/message.js';
import type { MailTransport } from '../../src/mail/transport.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { verifyDkim } from './dkim.js';
import { openMailServer, openRawServer, rejection, talkUntilMessage } from './smtp-servers.js';

/** Tests the transport against real SMTP servers on this machine. */

const HEAD = {
  id: 'evt_1.placed@shop.com',
  thread: 'ord_1@shop.com',
  from: { name: 'Shop', address: 'orders@shop.com' },
  replyTo: undefined,
  to: 'ada@buyer.com',
  date: Date.UTC(2026, 10, 20, 12),
};
const MAIL = { subject: 'Order', html: '<p>Order</p>', text: '.\r\nOrder für Ada\n' };
const never = new AbortController().signal;

function transportTo(url: string, env: Readonly<Record<string, string>> = {}): MailTransport {
  const transport = required(makeTransport(readConfig({ PORTAL_SMTP_URL: url, ...env }, {})), 'transport');
  onTestFinished(() => transport.close());
  return transport;
}

const send = async (url: string, to = HEAD.to, signal = never) =>
  transportTo(url).send(await composeMessage({ ...HEAD, to }, MAIL), signal);

test('delivers messages unchanged over one connection', async () => {
  let connections = 0;
  const { accepted, port } = await openMailServer({
    onConnect(_session, done) {
      connections += 1;
      done();
    },
  });
  const transport = transportTo(`smtp://127.0.0.1:${port}`);
  const message = await composeMessage(HEAD, MAIL);
  expect(await transport.send(message, never)).toEqual({ outcome: 'acknowledged', status: 250 });
  expect(await transport.send(message, never)).toEqual({ outcome: 'acknowledged', status: 250 });
  expect(accepted).toMatchObject(Array(2).fill({ from: 'orders@shop.com', to: ['ada@buyer.com'] }));
  expect(accepted[0]?.bytes.toString()).toBe(message.bytes.toString());
  expect((await simpleParser(message.bytes)).text).toBe('.\nOrder für Ada\n');
  expect(connections).toBe(1);
});

const afterData =
  (code: number): NonNullable<SMTPServerOptions['onData']> =>
  (stream, _session, done) =>
    void stream.resume().on('end', () => done(rejection(code)));

test.each<[string, SMTPServerOptions, string, number]>([
  ['451 at RCPT', { onRcptTo: (_to, _session, done) => done(rejection(451)) }, 'unavailable', 451],
  ['550 at RCPT', { onRcptTo: (_to, _session, done) => done(rejection(550)) }, 'address_refused', 550],
  ['550 at MAIL FROM', { onMailFrom: (_from, _session, done) => done(rejection(550)) }, 'server_refused', 550],
  ['452 at MAIL FROM', { onMailFrom: (_from, _session, done) => done(rejection(452)) }, 'unavailable', 452],
  ['421 at the greeting', { onConnect: (_session, done) => done(rejection(421)) }, 'unavailable', 421],
  ['451 after DATA', { onData: afterData(451) }, 'unavailable', 451],
  ['554 after DATA', { onData: afterData(554) }, 'refused', 554],
])('reports %s', async (_what, options, outcome, status) => {
  const { port } = await openMailServer(options);
  expect(await send(`smtp://127.0.0.1:${port}`)).toMatchObject({ outcome, status });
});

test('accepts another message on the connection on which an address was rejected', async () => {
  const { accepted, port } = await openMailServer({
    onRcptTo: ({ address }, _session, done) => (address === 'eve@buyer.com' ? done(rejection(550)) : done()),
  });
  const transport = transportTo(`smtp://127.0.0.1:${port}`);
  const rejected = await transport.send(await composeMessage({ ...HEAD, to: 'eve@buyer.com' }, MAIL), never);
  expect(rejected.outcome).toBe('address_refused');
  expect(await transport.send(await composeMessage(HEAD, MAIL), never)).toMatchObject({ outcome: 'acknowledged' });
  expect(accepted.map(({ to }) => to)).toEqual([['ada@buyer.com']]);
});

test('logs in with the user and the password of the URL', async () => {
  const { accepted, port } = await openMailServer({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      password === 'p@ss' ? done(null, { user: username }) : done(rejection(535)),
  });
  expect(await send(`smtp://shop%40mail:p%40ss@127.0.0.1:${port}`)).toMatchObject({ outcome: 'acknowledged' });
  expect(accepted[0]?.user).toBe('shop@mail');
  const wrong = await send(`smtp://shop:wrong@127.0.0.1:${port}`);
  expect(wrong).toMatchObject({ outcome: 'server_refused', status: 535 });
  expect(wrong.reason).not.toContain('wrong');
});

test('sends nothing without TLS where TLS is required', async () => {
  const { accepted, port } = await openMailServer();
  expect(await send(`smtp://127.0.0.1:${port}?tls=required`)).toMatchObject({ outcome: 'server_refused' });
  expect(accepted).toEqual([]);
});

test.each(['smtp://127.0.0.1:PORT?tls=required', 'smtp://127.0.0.1:PORT?tls=optional', 'smtps://127.0.0.1:PORT'])(
  'sends nothing to %s with a certificate that no authority signed',
  async (url) => {
    const { accepted, port } = await openMailServer({ disabledCommands: [], secure: url.startsWith('smtps:') });
    expect(await send(url.replace('PORT', String(port)))).toMatchObject({ outcome: 'server_refused', status: null });
    expect(accepted).toEqual([]);
  },
);

test('reports a connection that closes during DATA as unreachable', async () => {
  const port = await openRawServer(talkUntilMessage((socket) => socket.destroy()));
  expect(await send(`smtp://127.0.0.1:${port}`)).toMatchObject({ outcome: 'unreachable', status: null });
});

test('reports a server that is not there as unreachable', async () => {
  expect(await send('smtp://127.0.0.1:1')).toMatchObject({ outcome: 'unreachable', status: null });
});

test.each<[string, (stop: AbortController) => Parameters<typeof openRawServer>[0]]>([
  ['before its greeting', (stop) => () => stop.abort()],
  ['after the message', (stop) => talkUntilMessage(() => stop.abort())],
])('ends an attempt that the deliverer aborts while the server is silent %s', async (_when, talk) => {
  const stop = new AbortController();
  const port = await openRawServer(talk(stop));
  await expect(send(`smtp://127.0.0.1:${port}`, HEAD.to, stop.signal)).rejects.toThrow();
});

test.each(['ada@example.com', 'ada@mail.example.org', 'ada@shop.test', 'ada@LOCALHOST', 'ada@example.com.'])(
  'sends nothing to %s',
  async (to) => {
    const { accepted, port } = await openMailServer();
    expect(await send(`smtp://127.0.0.1:${port}`, to)).toEqual({ outcome: 'reserved_address', status: null });
    expect(accepted).toEqual([]);
  },
);

test('signs each message for the domain of its sender, the same each time', async () => {
  const { accepted, port } = await openMailServer();
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const file = join(temporaryFolder(), 'dkim.pem');
  writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  const transport = transportTo(`smtp://127.0.0.1:${port}`, { PORTAL_DKIM_KEY: file, PORTAL_DKIM_SELECTOR: 'mail' });
  const message = await composeMessage(HEAD, MAIL);
  await transport.send(message, never);
  await transport.send(message, never);
  const [first, second] = accepted.map(({ bytes }) => bytes.toString('latin1'));
  expect(second).toBe(first);
  expect(verifyDkim(first ?? '', publicKey)).toEqual({ d: 'shop.com', s: 'mail' });
  expect(() => verifyDkim((first ?? '').replace('Subject: Order', 'Subject: Other'), publicKey)).toThrow();
});

test.each([
  ['a missing file', undefined],
  ['a file without a key', 'no key'],
  ['a key that is not RSA', String(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }))],
])('rejects %s as the DKIM key', (_what, text) => {
  const file = join(temporaryFolder(), 'dkim.pem');
  if (text !== undefined) writeFileSync(file, text);
  expect(() => transportTo('smtp://127.0.0.1:1', { PORTAL_DKIM_KEY: file })).toThrow(/^PORTAL_DKIM_KEY must be a PEM/);
});
