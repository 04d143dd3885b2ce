import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { DEMO_IDS } from '../src/cli/demo-ids.js';
import { Client, type Sent } from './client.js';
import { leaves } from './leftovers.js';
import { type Measured, startStripePortal } from './processes.js';
import type { Row } from './rows.js';
import { buyAtOnce, ofWorker } from './shop.js';

/** Events of Stripe about payments of a portal of its own, whose `status` calls never get a response. */

const SECRET = 'whsec_bench';
const STRIPE = { handler_id: 'stripe', type: 'card', credential: { type: 'token', token: 'pm_card_visa' } };
const CREATED = { object: 'payment_intent', status: 'requires_payment_method', last_payment_error: null };

interface EventsPortal {
  readonly portal: Measured;
  /** One open payment for each connection. */
  readonly attempts: readonly string[];
}

/** Starts a portal that takes payments through Stripe, and begins a payment for each connection. */
export async function startEventsPortal(database: string, connections: number): Promise<EventsPortal> {
  const attempts: string[] = [];
  const stripe = await serveStripe(attempts);
  const portal = await startStripePortal(database, stripe.url, SECRET);
  // Comes before the end of the portal, which would wait for its questions, or ask again, until they time out.
  leaves(() => end(stripe.server));
  const client = new Client(portal.url, connections);
  await takeStripe(client, /ok_\w+/.exec(portal.said)?.[0] ?? '');
  const key = /dk_\w+/.exec(portal.said)?.[0] ?? '';
  const buyers = Array.from({ length: connections }, (_, index) => `bench-${index}`);
  await Promise.all(buyers.map((buyer) => buyAtOnce(client, key, buyer, STRIPE)));
  client.close();
  return { portal, attempts };
}

async function takeStripe(client: Client, key: string): Promise<void> {
  const path = `/api/shops/${DEMO_IDS.shop_id}/settings`;
  const headers = { 'x-api-key': key };
  const settings = await client.json({ method: 'GET', path, headers });
  const { data } = Object(settings);
  await client.run({ method: 'PUT', path, headers, body: { ...data, payment_handlers: ['stripe'] } });
}

/**
 * An API that creates PaymentIntents and fails to confirm them, so that payments stay open. Questions about them stay
 * open too: a few per second at most, so that the cost of an event does not contain that of `status`.
 */
async function serveStripe(attempts: string[]): Promise<{ readonly url: string; readonly server: Server }> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    if (request.method !== 'POST') return;
    const attempt = new URLSearchParams(Buffer.concat(chunks).toString()).get('metadata[attempt_id]');
    const isNew = attempt !== null && !attempts.includes(attempt);
    if (isNew) attempts.push(attempt);
    const answer = { ...CREATED, id: `pi_${attempts.length}` };
    response
      .writeHead(attempt === null ? 500 : 200, { 'content-type': 'application/json' })
      .end(JSON.stringify(answer));
  });
  leaves(() => end(server));
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve({ url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`, server });
    });
  });
}

/** Accepts no further connection, and ends the open ones. */
function end(server: Server): void {
  server.close();
  server.closeAllConnections();
}

/** An event as large as those of Stripe, which is signed as Stripe does. */
function event(attempt: string): Sent {
  const body = {
    // Ids of Stripe begin with their time.
    id: `evt_${Date.now().toString(36)}${randomUUID()}`,
    object: 'event',
    api_version: '2026-09-30.clover',
    created: 1_764_000_000,
    livemode: false,
    pending_webhooks: 1,
    request: { id: 'req_1', idempotency_key: attempt },
    type: 'payment_intent.succeeded',
    data: { object: { ...INTENT, metadata: { attempt_id: attempt, ...INTENT.metadata } } },
  };
  const time = Math.floor(Date.now() / 1000);
  const signature = createHmac('sha256', SECRET)
    .update(`${time}.${JSON.stringify(body)}`)
    .digest('hex');
  return {
    method: 'POST',
    path: '/payment-events/stripe',
    headers: { 'stripe-signature': `t=${time},v1=${signature}` },
    body,
  };
}

/** The members of a PaymentIntent in the events of Stripe. */
const INTENT = {
  id: 'pi_3SBenchBenchBenchBench0001',
  object: 'payment_intent',
  amount: 1200,
  amount_capturable: 0,
  amount_details: { tip: {} },
  amount_received: 1200,
  application: null,
  application_fee_amount: null,
  automatic_payment_methods: { allow_redirects: 'always', enabled: true },
  canceled_at: null,
  cancellation_reason: null,
  capture_method: 'automatic',
  client_secret: 'pi_3SBenchBenchBenchBench0001_secret_benchbenchbenchbenchbench1',
  confirmation_method: 'automatic',
  created: 1_764_000_000,
  currency: 'usd',
  customer: null,
  description: null,
  excluded_payment_method_types: ['boleto', 'customer_balance', 'konbini', 'multibanco', 'oxxo'],
  last_payment_error: null,
  latest_charge: 'ch_3SBenchBenchBenchBench0001',
  livemode: false,
  metadata: { checkout_id: 'chk_01930000-0000-7000-8000-000000000001', shop_id: DEMO_IDS.shop_id },
  next_action: null,
  on_behalf_of: null,
  payment_method: 'pm_1SBenchBenchBenchBench0001',
  payment_method_configuration_details: { id: 'pmc_1SBenchBenchBenchBench0001', parent: null },
  payment_method_options: {
    card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
  },
  payment_method_types: ['card', 'link'],
  processing: null,
  receipt_email: null,
  review: null,
  setup_future_usage: null,
  shipping: null,
  source: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  status: 'succeeded',
  transfer_data: null,
  transfer_group: null,
};

/** Acknowledges new events: each is verified and stored before the response. */
export const EVENT_ROW: Row = {
  name: 'acknowledge an event of Stripe, durable',
  count: 2_000,
  target: { cpu: 2 },
  server: 'events',
  once: (client, { carts, attempts = [] }, cart) => client.run(event(ofWorker(attempts, carts.indexOf(cart)))),
};
