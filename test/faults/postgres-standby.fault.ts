import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { binariesForStandbys } from '../support/postgres-binaries.js';
import { PostgresProgram } from '../support/postgres-program.js';
import { volume } from '../support/volume.js';
import type { Fault, Figures } from './fault.js';
import { Crowd } from './postgres-crowd.js';
import { PostgresPortals } from './postgres-portals.js';

const PORTALS = 2;
const LOSSES = volume(1, 5);
/** Number of acknowledged writes of each writer between two losses. */
const BETWEEN = 3;
/** Polling interval in milliseconds. */
const MOMENT = 50;

export const fault: Fault = {
  title:
    'The machine of the primary PostgreSQL lost under 16 writers, and its synchronous standby promoted: nothing acknowledged is lost or done twice',
  missing: () =>
    binariesForStandbys() === undefined
      ? 'pg_basebackup, of the Debian package postgresql, or where PORTAL_TEST_POSTGRES_BIN says'
      : undefined,
  async run(folder) {
    // PostgreSQL may run as another user, which needs access to its data below this folder.
    chmodSync(folder, 0o755);
    const pair = new Pair(folder);
    try {
      await pair.begin();
      const portals = await PostgresPortals.started(
        Array.from({ length: PORTALS }, () => pair.url),
        folder,
      );
      try {
        return await lost(pair, portals);
      } finally {
        await portals.drop();
      }
    } finally {
      await pair.drop();
    }
  },
};

async function lost(pair: Pair, portals: PostgresPortals): Promise<Figures> {
  const crowd = new Crowd();
  await crowd.start(portals);
  for (let loss = 0; loss < LOSSES; loss += 1) {
    await crowd.more(BETWEEN);
    await portals.recover(() => pair.losePrimary());
    await portals.assertVerified();
    await crowd.more(BETWEEN);
    if (loss + 1 < LOSSES) await pair.addStandby();
  }
  await crowd.stop();
  await crowd.assertKept(pair.primaryUrl);
  await portals.stop();
  await portals.assertVerified();
  const { orders, receipts, writes } = crowd;
  return {
    'primaries lost': LOSSES,
    'writes acknowledged': `${writes}, of them ${orders.length} orders and ${receipts.length} receipts`,
    'lost, done twice': '0, 0',
    'calls that were repeated': portals.insistence.repeats,
    'longest recovery of all portals, ms': Math.round(portals.slowest),
    'portal log verify': `${LOSSES + 1} times valid`,
  };
}

/** A primary and its synchronous standby. A lost server returns as the other server's standby at the same address. */
class Pair {
  private readonly folder: string;
  private readonly servers: PostgresProgram[] = [];
  private readonly addresses: PostgresProgram[] = [];
  private folders = 0;

  constructor(folder: string) {
    this.folder = folder;
  }

  async begin(): Promise<void> {
    const place = { binaries: binariesForStandbys() ?? '', folder: this.newFolder(), settings: [] };
    const primary = await PostgresProgram.created(place);
    this.servers.push(primary);
    await primary.start();
    await this.addStandby();
    this.addresses.push(...this.servers);
  }

  /** Database URL that names both servers. */
  get url(): string {
    const [one, other] = this.addresses;
    return one?.url.replace(`:${one.port}`, `:${one.port},127.0.0.1:${other?.port}`) ?? '';
  }

  get primaryUrl(): string {
    return this.primary.url;
  }

  /** Adds a standby. Resolves when each commit on the primary waits for it. */
  async addStandby(): Promise<void> {
    const { primary } = this;
    const port = this.addresses.find((one) => one.port !== primary.port)?.port;
    const standby = await primary.standby(this.newFolder(), 'standby', port);
    await standby.start();
    this.servers.push(standby);
    await inServer(primary.url, "ALTER SYSTEM SET synchronous_standby_names = 'standby'");
    await inServer(primary.url, 'SELECT pg_reload_conf()');
    while ((await inServer(primary.url, "SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'")) === 0)
      await sleep(MOMENT);
  }

  async losePrimary(): Promise<void> {
    const [primary] = this.servers.splice(0, 1);
    await primary?.kill();
    await inServer(this.primary.url, 'SELECT pg_promote()');
  }

  async drop(): Promise<void> {
    for (const server of this.servers) await server.stop('SIGQUIT');
  }

  private get primary(): PostgresProgram {
    const [primary] = this.servers;
    if (!primary) throw new Error('there is no server');
    return primary;
  }

  private newFolder(): string {
    this.folders += 1;
    return join(this.folder, `server-${this.folders}`);
  }
}

/** Runs a statement. Returns its number of rows. */
async function inServer(url: string, statement: string): Promise<number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows.length;
  } finally {
    await client.end();
  }
}
