import { once } from 'node:events';
import { createServer } from 'node:http';
import { defaultParts, makePortalApp, systemClock, systemIds } from '../../dist/src/app.js';
import { loadDemo } from '../../dist/src/cli/demo-shop.js';
import { readConfig } from '../../dist/src/config.js';
import { makeLog } from '../../dist/src/log.js';
import { invoice } from '../../dist/src/payments/handlers/invoice.js';
import { makePortalServer } from '../../dist/src/server.js';

/**
 * A portal on a given file that is paid through a payment provider, and tells the provider each point of a payment that
 * it has reached, so that it can be ended there. Arguments: the file, the provider's URL, and the milliseconds that its
 * clock is ahead. It sends its URL and the demo's ids and keys to its parent, and ends with it.
 */
const [database = '', provider = '', ahead = '0'] = process.argv.slice(2);

async function ask(method, path) {
  const response = await fetch(`${provider}${path}`, { method, headers: { 'x-pid': String(process.pid) } });
  return response.json();
}

const reach = (point) => ask('POST', `/points/${point}`);

/** Stands in for `invoice`, which the demo shop takes without a credential. */
const handler = {
  ...invoice,
  async authorize({ id }) {
    await reach('authorize:before');
    const outcome = await ask('POST', `/attempts/${id}/authorize`);
    await reach('authorize:after');
    return outcome;
  },
  status: ({ id }) => ask('GET', `/attempts/${id}`),
  async void({ id }) {
    await reach('void:before');
    await ask('POST', `/attempts/${id}/void`);
    await reach('void:after');
  },
};

/** Nothing of an answer to a write is sent before the provider has been told of it. */
function announced(serve) {
  return (request, response) => {
    const end = response.end.bind(response);
    if (request.method === 'POST') {
      response.end = (...given) => {
        reach(`answer:${request.url?.split('/').at(-1)}`).then(() => end(...given));
        return response;
      };
    }
    serve(request, response);
  };
}

process.once('disconnect', () => process.exit());
const clock = { ...systemClock, now: () => Date.now() + Number(ahead) };
const config = readConfig({ PORTAL_DB: database, PORTAL_RATE_LIMIT: '0' }, {});
let url = '';
const options = { publicUrl: () => url, create: true };
const app = await makePortalApp(config, options, makeLog('error'), {
  ...defaultParts(config),
  clock,
  handlers: [handler],
});
const demo = await loadDemo(app.store, systemIds, clock, database);
const server = createServer(announced(makePortalServer(app, config).http));
// Only the client ends an idle connection: on a busy machine both would, and a call would be lost between them.
server.keepAliveTimeout = 0;
server.listen(0, '127.0.0.1');
await once(server, 'listening');
url = `http://127.0.0.1:${server.address().port}`;
process.send({ url, ...demo });
