import { makePortalApp } from '../../src/app.js';
import { readConfig } from '../../src/config.js';
import { makeLog } from '../../src/log.js';
import { makePortalServer } from '../../src/server.js';
import { NO_LOAD_LIMITS } from '../support/no-load-limits.js';
import { listen } from './listen.js';

/**
 * A portal on a given file that kills itself at the point its parent chose: when a call requests a write (`asked`),
 * inside the transaction after the decision (`decided`), or once the write is on disk (`committed`). It sends its URL
 * to its parent, confirms each chosen point, and exits with its parent.
 */
const [database = ''] = process.argv.slice(2);
let point = '';

function reach(name: string): void {
  if (point === name) process.kill(process.pid, 'SIGKILL');
}

process.on('message', (name) => {
  point = String(name);
  process.send?.(name);
});
process.once('disconnect', () => process.exit());

const config = readConfig({ PORTAL_DB: database, ...NO_LOAD_LIMITS }, {});
const app = await makePortalApp(config, { publicUrl: () => '', create: false }, makeLog('error'));
const update = app.store.update.bind(app.store);
app.store.update = async (decide) => {
  reach('asked');
  const result = await update((rows) => {
    const decision = decide(rows);
    reach('decided');
    return decision;
  });
  reach('committed');
  return result;
};
const url = await listen(makePortalServer(app, config).http);
process.send?.({ url });
