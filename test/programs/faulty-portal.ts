import type { RequestListener } from 'node:http';
import { defaultParts, makePortalApp } from '../../src/app.js';
import { loadDemo } from '../../src/cli/demo-shop.js';
import { readConfig } from '../../src/config.js';
import { makeLog } from '../../src/log.js';
import { paymentOutcome } from '../../src/payments/outcomes.js';
import type { PaymentHandler } from '../../src/ports.js';
import { makePortalServer } from '../../src/server.js';
import { systemClock, systemIds } from '../../src/system.js';
import { askedInvoice } from '../support/asked-invoice.js';
import { NO_LOAD_LIMITS } from '../support/no-load-limits.js';
import { listen } from './listen.js';

/**
 * A portal on a given file with an external payment provider. It notifies the provider of each point in a payment, so
 * that tests can kill the portal there. Arguments: the file, the provider's URL, and the clock offset in milliseconds.
 * The portal sends its URL and the demo's ids and keys to its parent, and exits with its parent.
 */
const [database = '', provider = '', ahead = '0'] = process.argv.slice(2);

async function ask(method: string, path: string) {
  const response = await fetch(`${provider}${path}`, { method, headers: { 'x-pid': String(process.pid) } });
  return response.json();
}

const reach = (point: string) => ask('POST', `/points/${point}`);

/** Replaces `invoice`, which the demo shop accepts without a credential. */
const handler: PaymentHandler = {
  ...askedInvoice,
  async authorize({ id }) {
    await reach('authorize:before');
    const outcome = paymentOutcome(await ask('POST', `/attempts/${id}/authorize`));
    await reach('authorize:after');
    return outcome;
  },
  status: async ({ id }) => paymentOutcome(await ask('GET', `/attempts/${id}`)),
  async void({ id }) {
    await reach('void:before');
    await ask('POST', `/attempts/${id}/void`);
    await reach('void:after');
  },
};

/** Withholds the response to a POST request until the provider has been notified. */
function announced(serve: RequestListener): RequestListener {
  return (request, response) => {
    const { end } = response;
    if (request.method === 'POST') {
      response.end = (...given: unknown[]) => {
        reach(`answer:${request.url?.split('/').at(-1)}`).then(() => Reflect.apply(end, response, given));
        return response;
      };
    }
    serve(request, response);
  };
}

process.once('disconnect', () => process.exit());
const clock = { ...systemClock, now: () => Date.now() + Number(ahead) };
const config = readConfig({ PORTAL_DB: database, ...NO_LOAD_LIMITS }, {});
let url = '';
const options = { publicUrl: () => url, create: true };
const app = await makePortalApp(config, options, makeLog('error'), {
  ...(await defaultParts(config)),
  clock,
  handlers: [handler],
});
const demo = await loadDemo(app.store, systemIds, clock, database);
url = await listen(announced(makePortalServer(app, config).http));
process.send?.({ url, ...demo });
