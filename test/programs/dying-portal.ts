import { makePortalApp } from '../../src/app.js';
import { readConfig } from '../../src/config.js';
import { makeLog } from '../../src/log.js';
import { makePortalServer } from '../../src/server.js';
import { NO_LOAD_LIMITS } from '../support/no-load-limits.js';
import { listen } from './listen.js';

/**
 * A portal on a given database that kills itself at the point its parent chose: when a call requests a write (`asked`),
 * inside the transaction after the decision (`decided`), or once the write is on disk (`committed`). The name of a table
 * after the last two, as in `decided:order`, chooses the writes of that table. It sends its URL to its parent, confirms
 * each chosen point, and exits with its parent. Arguments: the file or URL, and a point to begin with. Other settings come
 * from the environment.
 */
const [database = '', first = ''] = process.argv.slice(2);
const { PORTAL_LOG_KEY, PORTAL_MEDIA, XDG_DATA_HOME } = process.env;
let point = first;

function reach(name: string): void {
  if (point === name) process.kill(process.pid, 'SIGKILL');
}

process.on('message', (name) => {
  point = String(name);
  process.send?.(name);
});
process.once('disconnect', () => process.exit());

const config = readConfig({ PORTAL_DB: database, PORTAL_LOG_KEY, PORTAL_MEDIA, XDG_DATA_HOME, ...NO_LOAD_LIMITS }, {});
const app = await makePortalApp(config, { publicUrl: () => '', create: false }, makeLog('error'));
const update = app.store.update.bind(app.store);
app.store.update = async (decide) => {
  reach('asked');
  let tables: readonly string[] = [];
  const result = await update((rows) => {
    const decision = decide(rows);
    tables = decision.writes.flatMap((write) => ('table' in write ? [write.table] : []));
    for (const name of ['decided', ...tables.map((table) => `decided:${table}`)]) reach(name);
    return decision;
  });
  for (const name of ['committed', ...tables.map((table) => `committed:${table}`)]) reach(name);
  return result;
};
const url = await listen(makePortalServer(app, config).http);
process.send?.({ url });
