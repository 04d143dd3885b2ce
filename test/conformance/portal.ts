import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makePortalApp } from '../../src/app.js';
import { loadDemo } from '../../src/cli/demo-shop.js';
import { readConfig } from '../../src/config.js';
import { makeLog } from '../../src/log.js';
import { makePortalServer } from '../../src/server.js';
import { systemClock, systemIds } from '../../src/system.js';
import { listen } from '../programs/listen.js';
import { NO_LOAD_LIMITS } from '../support/no-load-limits.js';
import { withFixtures } from './with-fixtures.js';

/**
 * The portal with the fixtures of the conformance suite, on a temporary database and a free port. The suite sends no
 * key, so each request gets the demo key. The portal sends its URL to the parent process, and exits when the parent
 * exits.
 */
const folder = mkdtempSync(join(tmpdir(), 'portal-conformance-'));
process.once('exit', () => rmSync(folder, { recursive: true }));
process.once('disconnect', () => process.exit());

let url = '';
const config = readConfig({ PORTAL_DB: join(folder, 'portal.db'), ...NO_LOAD_LIMITS }, {});
const app = await makePortalApp(config, { publicUrl: () => url, create: true }, makeLog('error'));
const demo = await loadDemo(app.store, systemIds, systemClock, config.database);
const { http } = makePortalServer(
  {
    ...app,
    makeMcpServer: async (speaker, withIcon) =>
      withFixtures(await app.makeMcpServer(speaker, withIcon), app.makeMcpHandlers(speaker)),
  },
  config,
);
url = await listen((request, response) => {
  request.headers['x-api-key'] ??= demo?.deployment_key ?? '';
  http(request, response);
});
process.send?.({ url });
