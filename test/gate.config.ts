import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { hasPostgres } from './support/postgres-binaries.js';
import { drawFifth, volumeFiles } from './support/volume-files.js';
import base from './vitest.config.js';

/**
 * Runs before each landing. Every file runs once on SQLite, and files for which the engine matters also run on
 * PostgreSQL. Of the files that take a count from `volume()`, one fifth, selected by the commit hash, runs at full
 * volume, the longest of them with a part of it; all other files run at small volume.
 */

const commit = process.env.PORTAL_TEST_COMMIT || headCommit();
const drawn = drawFifth(volumeFiles(), commit);
process.stdout.write(`full volume (PORTAL_TEST_COMMIT=${commit}):\n${drawn.map((file) => `  ${file}\n`).join('')}`);

/**
 * Files whose result can depend on the engine. Tests of invalid input are absent, since such input is rejected before
 * it reaches the store.
 */
const ON_POSTGRES = [
  ...['checkout-races', 'order-races', 'order-races-processes', 'races', 'stock-races-processes', 'tenant-races'].map(
    e2e,
  ),
  ...[
    'hold-kill',
    'log-history',
    'log-restore',
    'receipt-storm',
    'signing-key-processes',
    'spending-races',
    'superseding-processes',
    'two-processes',
  ].map(e2e),
  ...['audit-trail', 'books', 'buying/buy-repeats', 'changes', 'edit-order', 'erasing', 'items', 'order-additions'].map(
    surface,
  ),
  ...['order-parts', 'order-statement', 'order-statement-tampering', 'pictures'].map(surface),
  ...[
    'parity',
    'partial-payments',
    'payment',
    'payment-accounts',
    'payment-events',
    'payment-failures',
    'payment-two-portals',
    'payment-voids',
    'product-variants',
  ].map(surface),
  ...[
    'refunds',
    'refunds-at-once',
    'repeats',
    'repeats-two-portals',
    'retention',
    'shop-order-actions',
    'shop-orders',
  ].map(surface),
  ...['receipts/batch', 'receipts/changed-keys', 'receipts/flows', 'receipts/list', 'receipts/registration'].map(
    surface,
  ),
  ...['receipts/consumer-erasure', 'receipts/delegation', 'receipts/superseding'].map(surface),
  ...[
    'delivery/deliveries',
    'delivery/delivery-retention',
    'logs/checkpoints',
    'logs/go-witness',
    'logs/monitor',
    'logs/own-audit',
    'logs/stop-notices',
    'logs/tiles',
    'logs/witnesses',
  ].map(test),
  ...[
    'account/account',
    'account/shop-grants',
    'desk/desk-races',
    'desk/notices',
    'desk/passkey-checks',
    'desk/sign-in',
    'mail/bounces',
    'mail/notices',
    'mail/payment-notices',
    'mail/smtp-notices',
    'mail/staff-events',
    'mail/staff-members',
    'model/checkout',
  ].map(test),
  ...['hold-histories', 'log-life', 'payment-histories', 'spending', 'steady'].map((name) =>
    test(`properties/${name}`),
  ),
  ...[
    'oauth/grant-two-portals',
    'oauth/tokens',
    'search/search-queries',
    'ucp/identity-linking',
    'ucp/linked-erasure',
    'ucp/races',
  ].map(test),
];

const { include = [], exclude = [], ...shared } = base.test ?? {};
const project = (name: string, order: number) => ({ ...shared, name, sequence: { groupOrder: order } });

const projects = [
  { test: { ...project('small', 0), include, exclude: [...exclude, ...drawn] } },
  {
    test: {
      ...project('full', 1),
      include: drawn,
      exclude,
      env: { PORTAL_TEST_VOLUME: 'part', PORTAL_TEST_COMMIT: commit },
    },
  },
  { test: { ...project('postgres', 2), include: ON_POSTGRES, env: { PORTAL_TEST_ENGINE: 'postgres' } } },
];

export default defineConfig({
  test: {
    reporters: shared.reporters ?? [],
    projects: hasPostgres() ? projects : projects.slice(0, 2),
  },
});

function headCommit(): string {
  return execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim();
}

/**
 * Returns the path of a test file.
 * @throws Error if the file does not exist, since a renamed file would be skipped without notice
 */
function test(name: string): string {
  const file = `test/${name}.test.ts`;
  if (!existsSync(file)) throw new Error(`there is no ${file}, which test/gate.config.ts names`);
  return file;
}

function e2e(name: string): string {
  return test(`e2e/${name}`);
}

function surface(name: string): string {
  return test(`surface/${name}`);
}
