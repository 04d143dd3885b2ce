import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { simpleParser } from 'mailparser';
import { expect } from 'vitest';
import { placeOrder, readyCart, shopper } from '../actors/shopper.js';
import { programPath } from '../programs/program-path.js';
import { type Options, startPortal } from '../support/portal.js';
import { environment } from '../support/spawn.js';
import { anotherKey } from '../support/tenants.js';
import { openMailServer } from './smtp-servers.js';

/** Longer than a lease and than the first retry delay, in milliseconds. */
const LEASE = 61_000;
const PORTALS = 2;
/** The confirmation, and two parcels. */
const NOTICES_PER_ORDER = 3;
const TLS = join(import.meta.dirname, 'tls');
const CERTIFICATE = join(TLS, 'certificate.txt');

/** A message that the server has received to its end. */
interface Received {
  readonly round: number;
  readonly id: string;
  readonly bytes: string;
  readonly isSecure: boolean;
  /** True if the server answered it with 250. */
  readonly isAccepted: boolean;
}

export interface KilledMail {
  readonly notices: number;
  readonly copies: number;
}

/**
 * Stores notices, and kills the two portals that send them with `kill -9`. In every second round the server accepts a
 * few messages; all others remain without an answer.
 * @param engine of the database; SQLite by default
 * @throws when a notice is lost, or a copy was sent without a lost answer or with other bytes
 */
export async function killPortals(
  database: string,
  kills: number,
  orders: number,
  engine: Pick<Options, 'open'> = {},
): Promise<KilledMail> {
  const received: Received[] = [];
  let round = 0;
  const notices = orders * NOTICES_PER_ORDER;
  /** So few in a round that some are left for all later rounds. */
  const share = Math.max(1, Math.floor(notices / (2 * kills)));
  const inRound = () => received.filter((one) => one.round === round);
  const accepts = () =>
    round === kills || (round % 2 === 1 && inRound().filter(({ isAccepted }) => isAccepted).length < share);
  const { port } = await openMailServer({
    disabledCommands: [],
    key: readFileSync(join(TLS, 'key.txt')),
    cert: readFileSync(CERTIFICATE),
    async onData(stream, { secure }, done) {
      const begun = round;
      // A kill may cut a message off.
      const bytes = await text(stream).catch(() => undefined);
      if (bytes === undefined) return;
      const { messageId = '' } = await simpleParser(bytes);
      // Its sender was killed meanwhile, so that it would count as a copy in the next round.
      if (round !== begun) return;
      const isAccepted = accepts();
      received.push({ round, id: messageId, bytes, isSecure: secure, isAccepted });
      if (isAccepted) done();
    },
  });
  const settings = {
    PORTAL_SMTP_URL: `smtp://127.0.0.1:${port}?tls=required`,
    PORTAL_PUBLIC_URL: 'https://shop.com',
  };
  const env = {
    ...environment(),
    ...settings,
    ...(await storeNotices({ ...engine, database, env: settings }, orders)),
  };
  for (; round < kills; round += 1) {
    const portals = await start({ ...env, NODE_EXTRA_CA_CERTS: CERTIFICATE }, round);
    await expect.poll(() => inRound().length).toBeGreaterThanOrEqual(share);
    await kill(portals);
  }
  const portals = await start({ ...env, NODE_EXTRA_CA_CERTS: CERTIFICATE }, round);
  const accepted = () => received.filter(({ isAccepted }) => isAccepted);
  await expect.poll(() => new Set(accepted().map(({ id }) => id)).size).toBe(notices);
  await kill(portals);
  assertCopies(received, notices);
  return { notices, copies: received.length - notices };
}

/** Within a round no portal was killed, so no answer was lost, and nothing may be sent twice. */
function assertCopies(received: readonly Received[], notices: number): void {
  expect(new Set(received.map(({ id, round }) => `${id} ${round}`)).size).toBe(received.length);
  expect(new Set(received.map(({ bytes }) => bytes)).size).toBe(notices);
  expect(received.every(({ isSecure }) => isSecure)).toBe(true);
}

/** Stores the notices while no process sends them. Returns the environment for programs that use the database. */
async function storeNotices(options: Options, orders: number) {
  const portal = await startPortal(options);
  const { key } = await anotherKey(portal, 'deployment', { scopes: ['commerce', 'fulfillment'] });
  const merchant = shopper(portal, { key });
  for (let order = 0; order < orders; order += 1) {
    const cart = await readyCart(merchant);
    await merchant.ok('set_buyer', { checkout_id: cart.id, buyer: { email: 'ada@buyer.com' } });
    const parcel = { order_id: await placeOrder(merchant, cart), type: 'shipped' };
    for (const id of ['mug', 'tee'])
      await merchant.ok('record_fulfillment_event', { ...parcel, line_items: [{ id, quantity: 1 }] });
  }
  await portal.close();
  return portal.commandEnv;
}

async function start(env: Readonly<Record<string, string | undefined>>, round: number): Promise<ChildProcess[]> {
  const ahead = String(round * LEASE);
  const portals = Array.from({ length: PORTALS }, () => fork(programPath('delivering-portal'), [ahead], { env }));
  await Promise.all(portals.map((portal) => once(portal, 'message')));
  return portals;
}

async function kill(portals: readonly ChildProcess[]): Promise<void> {
  for (const portal of portals) portal.kill('SIGKILL');
  await Promise.all(
    portals.map((portal) => portal.exitCode === null && portal.signalCode === null && once(portal, 'exit')),
  );
}
