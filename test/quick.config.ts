import { defineConfig } from 'vitest/config';
import base from './vitest.config.js';

/** Files that `npm test` omits. They are the slowest, and other files usually notice a fault first. */
const GATE_ONLY = [
  // Start 2 to 20 portals that race or are killed.
  'test/{e2e,delivery,mail}/{*kill,*-points,*-portals,*-processes,*-storm}.test.ts',
  'test/surface/*-two-portals.test.ts',
  'test/e2e/checkout-races.test.ts',
  // Start, stop and damage a separate portal for each case.
  'test/e2e/{closed-database,compact,handler-examples,log-tampering,migrate-data,package,processes,receipts-package,start}.test.ts',
  'test/e2e/{commands-on-server,import-formats,log-history,log-pipe,log-restore}.test.ts',
  'test/e2e/{dirty-feeds,log-rotate,merchant-path,order-evidence,postgres,several-hosts,*-postgres}.test.ts',
  // Stop PostgreSQL, or cut its connections.
  'test/{e2e/postgres-roles,store/postgres-{cuts,servers}}.test.ts',
  // Run long tests in Chromium, such as complete purchases.
  'test/pages/{back,billing,buyer-forms,cart-view,checkout-page,delivery-choice,docs,links,looks}.test.ts',
  'test/pages/{consent,log-page,nothing-lost,order-page,purchase-matrix,stripe,verify,while-saving}.test.ts',
  'test/e2e/order-list.test.ts',
  'test/desk/{abandoned-carts,access,bulk,catalogue,desk,discounts,drafts,every-form,import,passkey-checks,passkeys}.test.ts',
  'test/desk/{payments,preview,requests,transfer,walk,week}.test.ts',
  // Sign in some thirty buyers by mail, and use Chromium.
  'test/account/*.test.ts',
  // Send every wrong value of every input.
  'test/ucp/bad-input.test.ts',
  'test/contract/bad-input/*.test.ts',
  // Repeat every operation over HTTP; `repeats-over-mcp` does so for its tools.
  'test/surface/repeats-over-http.test.ts',
  // Void payments after every failure.
  'test/surface/payment-voids.test.ts',
  // Wait for receivers that do not answer.
  'test/{delivery/many-receivers,e2e/unread-answers,ucp/webhook-receivers}.test.ts',
  // Repeat the suite of the store on an engine that only tests use.
  'test/store/fetching.test.ts',
  // Race buyers for the last units and uses, and buy with each MCP client over each transport.
  'test/surface/{known-failures,mcp-clients}.test.ts',
  // Send large bodies that are rejected, and wait for a server to stop.
  'test/{e2e/sigterm,surface/rejection-delivery}.test.ts',
  // Call every operation of every UCP version as a stranger.
  'test/ucp/tenancy.test.ts',
  // Register thousands of clients, wait for slow hosts, use a browser, and start two portals.
  'test/oauth/{clients,grant-two-portals,https-hosts,issuer-keys,outside,sdk-clients,tokens}.test.ts',
  // Compare with other programs: OpenSSL, Python, Go.
  'test/attestation/{interoperability,mixed-order,verifiers,verifiers-agree,xmod}.test.ts',
  // Follow many sequences of calls, or make each call with many kinds of keys, arguments and orders.
  'test/{model/checkout,search/search-queries,surface/agents/wrong-calls}.test.ts',
  'test/surface/{books,changes,no-leaks,order-cells,payment-failures,scopes,tenants,receipts/flows}.test.ts',
  // Start the program for each command or each case.
  'test/e2e/{cli,order-races}.test.ts',
  // Wait for portals that check other logs.
  'test/logs/{go-witness,monitor,witnesses}.test.ts',
  // Repeat on PostgreSQL what the same suite shows on SQLite.
  'test/store/postgres.test.ts',
];

const { exclude = [], ...shared } = base.test ?? {};

/**
 * `npm test`: most tests, at small volume, in at most four minutes on two idle cores. Four workers keep both cores
 * busy, since each spends a sixth of its time waiting.
 */
export default defineConfig({ test: { ...shared, maxWorkers: 4, exclude: [...exclude, ...GATE_ONLY] } });
