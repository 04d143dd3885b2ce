import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { postgresBinaries } from '../support/postgres-binaries.js';
import { PostgresProgram } from '../support/postgres-program.js';
import { volume } from '../support/volume.js';
import type { Fault, Figures } from './fault.js';
import { Crowd } from './postgres-crowd.js';
import { PostgresPortals } from './postgres-portals.js';

const PORTALS = 3;
/** Number of kills of a portal, each followed by a kill of PostgreSQL. */
const KILLS = volume(2, 10);
/** Number of acknowledged writes of each writer between two kills. */
const BETWEEN = 2;

export const fault: Fault = {
  title:
    'kill -9 of portals and of PostgreSQL under 16 writers: nothing acknowledged is lost or done twice, and all recover on their own',
  async run(folder) {
    // PostgreSQL may run as another user, which needs access to its data below this folder.
    chmodSync(folder, 0o755);
    const place = { binaries: postgresBinaries(), folder: join(folder, 'server'), settings: [] };
    const server = await PostgresProgram.created(place);
    await server.start();
    try {
      const portals = await PostgresPortals.started(
        Array.from({ length: PORTALS }, () => server.url),
        folder,
      );
      try {
        return await killed(server, portals);
      } finally {
        await portals.drop();
      }
    } finally {
      await server.stop('SIGQUIT');
    }
  },
};

async function killed(server: PostgresProgram, portals: PostgresPortals): Promise<Figures> {
  const crowd = new Crowd();
  await crowd.start(portals);
  for (let kill = 0; kill < KILLS; kill += 1) {
    await crowd.more(BETWEEN);
    await portals.recover(async () => {
      await portals.kill(kill % PORTALS);
      await portals.start(kill % PORTALS);
    });
    await crowd.more(BETWEEN);
    await portals.recover(async () => {
      // Every second stop is like `pg_ctl stop -m immediate`.
      await (kill % 2 === 0 ? server.kill() : server.stop('SIGQUIT'));
      await server.start();
    });
    await portals.assertVerified();
  }
  await crowd.more(BETWEEN);
  await crowd.stop();
  await crowd.assertKept(server.url);
  await portals.stop();
  await portals.assertVerified();
  const { orders, receipts, writes } = crowd;
  return {
    'kills of a portal, of PostgreSQL': `${KILLS}, ${KILLS}`,
    'writes acknowledged': `${writes}, of them ${orders.length} orders and ${receipts.length} receipts`,
    'lost, done twice': '0, 0',
    'calls that were repeated': portals.insistence.repeats,
    'longest recovery of all portals, ms': Math.round(portals.slowest),
    'portal log verify': `${KILLS + 1} times valid`,
  };
}
