import { defaultParts, makePortalApp } from '../../src/app.js';
import { readConfig } from '../../src/config.js';
import { makeLog } from '../../src/log.js';
import { systemClock } from '../../src/system.js';

/**
 * A portal that only sends the events stored in the database that its environment names. Its clock is ahead, so that
 * the leases of a killed portal have expired. It exits with its parent.
 */
const ahead = Number(process.argv[2]);
process.once('disconnect', () => process.exit());
const config = readConfig({ ...process.env, PORTAL_LOCAL_ADDRESSES: '1' }, {});
const clock = { now: () => Date.now() + ahead, sleep: systemClock.sleep };
const parts = { ...(await defaultParts(config)), clock };
await makePortalApp(
  config,
  { publicUrl: () => config.publicUrl ?? 'http://127.0.0.1', create: false },
  makeLog('error'),
  parts,
);
process.send?.('started');
