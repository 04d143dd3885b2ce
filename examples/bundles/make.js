import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateKeyPair, signReceipt } from '../../dist/src/receipts.js';

/**
 * Buys a mug in the demo shop, signs and submits a receipt of it, and writes what anyone can check without the portal:
 *
 *   node make.js FOLDER
 *
 * `receipt.json`: bundle v1 of the receipt. `order.json`: the shop's statement of the order. `keys.json`: the keys to
 * compare both with, which a reader gets from elsewhere.
 */

const { PORTAL_URL = 'http://127.0.0.1:3000', DEPLOYMENT_KEY = '', ORGANIZATION_KEY = '' } = process.env;
const [folder = '.'] = process.argv.slice(2);
/** Agent and consumer of the demo. */
const AGENT = 'agt_01930000-0000-7000-8000-000000000004';
const CONSUMER = 'con_01930000-0000-7000-8000-000000000005';

/**
 * @param {string} key
 * @param {string} path
 * @param {unknown} [body]
 */
async function call(key, path, body) {
  const response = await fetch(`${PORTAL_URL}/api${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

async function buyMug() {
  const bought = await call(DEPLOYMENT_KEY, '/commerce/checkouts/buy', {
    line_items: [{ item: { id: 'enamel-mug' }, quantity: 1 }],
    buyer: { email: 'ann@example.com', full_name: 'Ann Lee' },
    destination: {
      ...{ street_address: '1 Main St', address_locality: 'Seattle', address_region: 'WA' },
      ...{ postal_code: '98101', address_country: 'US' },
    },
    selected_option_id: 'cheapest',
    max_total: 10_000,
    payment: {
      instruments: [
        { id: '1', handler_id: 'sandbox_card', type: 'card', credential: { type: 'token', token: 'tok_approve' } },
      ],
    },
  });
  return /"(ord_[0-9a-f-]+)"/.exec(JSON.stringify(bought))?.[1] ?? '';
}

const signer = generateKeyPair();
await call(ORGANIZATION_KEY, '/signing-keys', { public_key: signer.publicKey.pem, agent_id: AGENT });
const order = await buyMug();
const { data: context } = await call(DEPLOYMENT_KEY, `/commerce/orders/${order}/receipt-context`);
const receipt = {
  ...{ version: 'v0', agent_id: AGENT, consumer_id: CONSUMER, job_id: `buy-${order}`, resolution: 'success' },
  ...{ context_hash: context.context_hash, issued_at: new Date().toISOString() },
};
const { id } = await call(DEPLOYMENT_KEY, '/receipts', signReceipt(receipt, signer));
const { data: bundle } = await call(ORGANIZATION_KEY, `/receipts/${id}/bundle?version=v1`);
const { data: statement } = await call(DEPLOYMENT_KEY, `/commerce/orders/${order}/statement`);

const files = {
  receipt: bundle,
  order: statement,
  keys: { signer: signer.publicKey.fingerprint, log: bundle.log.public_key, shop: statement.keys[0].kid },
};
mkdirSync(folder, { recursive: true });
for (const [name, content] of Object.entries(files))
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(content, null, 2)}\n`);
