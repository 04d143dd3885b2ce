import { defaultParts, makePortalApp } from '../../src/app.js';
import { loadDemo } from '../../src/cli/demo-shop.js';
import { readConfig } from '../../src/config.js';
import { required } from '../../src/domain/values/required.js';
import { makeLog } from '../../src/log.js';
import { buildNewKey } from '../../src/operations/tenancy/key-writes.js';
import { stripe } from '../../src/payments/handlers/stripe/factory.js';
import { replaceWrite } from '../../src/ports.js';
import { makePortalServer } from '../../src/server.js';
import { systemClock, systemIds } from '../../src/system.js';
import { NO_LOAD_LIMITS } from '../support/no-load-limits.js';
import { TEST_KEYS } from '../support/stripe/stripe-stand-in.js';
import { listen } from './listen.js';

/**
 * A portal on the database of its environment that charges by Stripe, and kills itself at the write that its parent names: `decided 3` is
 * inside the transaction of the third write from then on, `committed 3` is once that write is on disk. Arguments: the
 * URL of the Stripe API, and the clock offset in milliseconds. It sends its URL and a key to its parent, confirms
 * each message, and exits with its parent.
 */
const [api = '', ahead = '0'] = process.argv.slice(2);
let target = '';
let writes = 0;

function reach(point: string): void {
  if (point === target) process.kill(process.pid, 'SIGKILL');
}

process.on('message', (named) => {
  target = String(named);
  process.send?.({ writes });
  writes = 0;
});
process.once('disconnect', () => process.exit());

const clock = { ...systemClock, now: () => Date.now() + Number(ahead) };
const config = readConfig({ ...process.env, ...NO_LOAD_LIMITS }, {});
const handler = stripe.make({
  PORTAL_STRIPE_SECRET_KEY: TEST_KEYS.secret_key,
  PORTAL_STRIPE_PUBLISHABLE_KEY: TEST_KEYS.publishable_key,
  PORTAL_STRIPE_API_URL: api,
});
let url = '';
const app = await makePortalApp(config, { publicUrl: () => url, create: true }, makeLog('error'), {
  ...(await defaultParts(config)),
  clock,
  handlers: [required(handler, 'handler')],
});
const { store } = app;
const update = store.update.bind(store);
const demo = required(await loadDemo(store, systemIds, clock, config.files), 'demo');
const key = await update((rows) => {
  const shop = required(rows.get('shop', demo.shop_id), 'shop');
  const settings = { ...shop.settings, payment_handlers: ['stripe'], payment_capture: 'on_last_shipment' as const };
  const owner = {
    kind: 'deployment',
    organization_id: demo.organization_id,
    deployment_id: demo.deployment_id,
  } as const;
  const author = { ids: systemIds, now: clock.now(), actor: 'test' };
  const made = buildNewKey(author, owner, { name: 'stripe', scopes: ['commerce', 'fulfillment'] });
  return { writes: [replaceWrite('shop', shop, { ...shop, settings }), ...made.writes], result: made.key };
});
store.update = async (decide, ...others) => {
  writes += 1;
  const write = writes;
  const result = await update(
    (rows) => {
      const decision = decide(rows);
      reach(`decided ${write}`);
      return decision;
    },
    ...others,
  );
  reach(`committed ${write}`);
  return result;
};
url = await listen(makePortalServer(app, config).http);
process.send?.({ url, key });
