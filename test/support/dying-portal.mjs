import { once } from 'node:events';
import { createServer } from 'node:http';
import { makePortalApp } from '../../dist/src/app.js';
import { readConfig } from '../../dist/src/config.js';
import { makeLog } from '../../dist/src/log.js';
import { makePortalServer } from '../../dist/src/server.js';

/**
 * A portal on a given file that ends where its parent says, as by `kill -9`: at the next write that a call asks for
 * (`asked`), inside the transaction when it is decided (`decided`), or once it is on disk (`committed`). It sends its
 * URL to its parent, answers each point with the same, and ends with it.
 */
const [database = ''] = process.argv.slice(2);
let point = '';

function reach(name) {
  if (point === name) process.kill(process.pid, 'SIGKILL');
}

process.on('message', (name) => {
  point = name;
  process.send(name);
});
process.once('disconnect', () => process.exit());

const config = readConfig({ PORTAL_DB: database, PORTAL_RATE_LIMIT: '0' }, {});
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
const server = createServer(makePortalServer(app, config).http);
// Only the client ends an idle connection: on a busy machine both would, and a call would be lost between them.
server.keepAliveTimeout = 0;
server.listen(0, '127.0.0.1');
await once(server, 'listening');
process.send({ url: `http://127.0.0.1:${server.address().port}` });
