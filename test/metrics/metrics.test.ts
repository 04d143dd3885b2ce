import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ERRORS } from '../../src/domain/errors/portal-error.js';
import { QUOTA_NAMES } from '../../src/domain/tenant/quota.js';
import { OPERATIONS } from '../../src/operations/index.js';
import { PACKAGE_ROOT } from '../../src/package-root.js';
import { demoAttester, newSignerOf } from '../actors/attester.js';
import { complete, ready } from '../actors/purchase.js';
import { shopper } from '../actors/shopper.js';
import { receiptFor } from '../actors/signer.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { openOnPostgres } from '../support/postgres-of-path.js';
import { metricsIn, seriesValue } from './metric-text.js';

const DASHBOARD = join(PACKAGE_ROOT, 'deploy', 'grafana-dashboard.json');
const BOOK = { lines: ['preserving-ebook'], option: 'digital' };

let portal: TestPortal;
let text: string;
/** The metrics of a portal on PostgreSQL, as text. Some of them do not exist on SQLite. */
let onServer: string;
let total: number;

async function metricsText({ request }: TestPortal): Promise<string> {
  return (await request('GET', '/metrics', { key: null })).text;
}

async function metricsOnServer(): Promise<string> {
  const other = await startPortal({ open: openOnPostgres });
  try {
    return await metricsText(other);
  } finally {
    await other.close();
  }
}

/** Metrics of portals on both engines. */
const allMetrics = () => [...metricsIn(text), ...metricsIn(onServer)];

beforeAll(async () => {
  portal = await startPortal({ env: { PORTAL_QUOTA_ITEMS: '900' } });
  portal.metrics.watchProcess();
  const purchase = await ready(shopper(portal, { buyer: 'b' }), BOOK);
  total = purchase.total;
  expect((await complete(purchase)).status).toBe(200);
  await prove();
  for (const path of ['/api/commerce/checkouts/chk_1', '/none/1', '/checkout/token', '/orders/token', '/api/none'])
    await portal.request('GET', path);
  await portal.request('GET', '/api/commerce/items', { key: 'dk_unknown' });
  text = await metricsText(portal);
  onServer = await metricsOnServer();
});
afterAll(() => portal.close());

/** Submits a valid receipt and one with a wrong signature, each in its own call, and then both in one batch. */
async function prove(): Promise<void> {
  const attester = demoAttester(portal);
  const signer = await newSignerOf(attester);
  const receipt = () => ({ ...signer.submission(receiptFor(attester, Date.now())) });
  const good = receipt();
  const bad = { ...receipt(), signature: good.signature };
  await attester.by.ok('submit_receipt', good);
  await attester.by.refused('submit_receipt', bad, 'signature_invalid');
  await attester.by.ok('submit_receipts', { receipts: [good, bad] });
}

describe('every metric', () => {
  it('has HELP, TYPE and a name that follows the conventions of Prometheus', () => {
    const metrics = allMetrics();
    expect(metrics.length).toBeGreaterThan(30);
    for (const { name, type, help } of metrics) {
      expect(help, name).toMatch(/\w{3}/);
      expect(name).toMatch(/^(portal|process|nodejs)_[a-z0-9_]+$/);
      if (!name.startsWith('portal_')) continue;
      expect(name.endsWith('_total'), name).toBe(type === 'counter');
      expect(name, 'base units').not.toMatch(/_(ms|milliseconds|kilobytes|mib|percent)(_|$)/);
      if (type === 'histogram') expect(name).toMatch(/_(seconds|jobs)$/);
    }
  });

  it('uses only labels with a bounded number of values, such as operations, error codes and currencies', () => {
    const allowed: Readonly<Record<string, RegExp>> = {
      operation: anyOf(['none', ...OPERATIONS.map(({ name }) => name)]),
      outcome: anyOf(['ok', 'verified', 'client_gone', '\\d{3}', ...Object.keys(ERRORS)]),
      reason: /^[a-z_]+$/,
      currency: /^[A-Z]{3}$/,
      organization: /^org_[\w-]+$/,
      quota: anyOf([...QUOTA_NAMES]),
    };
    const labels = [...text.matchAll(/^portal_\w+\{([^}]*)\}/gm)].flatMap(([, pairs = '']) => pairs.split(/,(?=\w+=)/));
    const seen = new Set<string>();
    for (const label of labels) {
      const [name = '', value = ''] = label.split('=');
      const pattern = allowed[name];
      if (pattern) expect(value.slice(1, -1), label).toMatch(pattern);
      seen.add(name);
    }
    expect([...seen].sort()).toEqual([
      'currency',
      'le',
      'node',
      'operation',
      'organization',
      'outcome',
      'quota',
      'reason',
      'version',
    ]);
  });

  it('shown on the dashboard exists', () => {
    const names = new Set(allMetrics().flatMap(({ name, type }) => seriesOf(name, type)));
    const shown = readFileSync(DASHBOARD, 'utf8').match(/\b(portal|process|nodejs)_[a-z0-9_]+/g) ?? [];
    expect(shown.length).toBeGreaterThan(20);
    expect([...new Set(shown)].filter((name) => !names.has(name))).toEqual([]);
  });

  it('of the portal itself appears on the dashboard and in docs/running.md', () => {
    const dashboard = readFileSync(DASHBOARD, 'utf8');
    const docs = readFileSync(join(PACKAGE_ROOT, 'docs', 'running.md'), 'utf8');
    const own = allMetrics().filter(({ name }) => name.startsWith('portal_'));
    expect(own.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['portal_database_connections', 'portal_wal_size_bytes']),
    );
    for (const { name } of own) {
      expect(dashboard, name).toContain(name);
      expect(docs).toContain(`\`${name}\``);
    }
  });
});

describe('the metrics count', () => {
  it('calls by operation and outcome, with their time', () => {
    const labels = 'operation="complete_checkout",outcome="ok"';
    expect(seriesValue(text, `portal_request_duration_seconds_count{${labels}}`)).toBe(1);
    expect(seriesValue(text, `portal_request_duration_seconds_sum{${labels}}`)).toBeGreaterThan(0);
    expect(seriesValue(text, `portal_request_duration_seconds_bucket{le="+Inf",${labels}}`)).toBe(1);
    const refused = 'operation="get_checkout",outcome="checkout_not_found"';
    expect(seriesValue(text, `portal_request_duration_seconds_count{${refused}}`)).toBe(1);
  });

  it('orders and their totals, by currency', () => {
    expect(seriesValue(text, 'portal_orders_total{currency="USD"}')).toBe(1);
    expect(seriesValue(text, 'portal_order_amount_minor_units_total{currency="USD"}')).toBe(total);
  });

  it('receipts by outcome, including each receipt of a batch', () => {
    expect(seriesValue(text, 'portal_receipts_total{outcome="verified"}')).toBe(2);
    expect(seriesValue(text, 'portal_receipts_total{outcome="signature_invalid"}')).toBe(2);
  });

  it('the items of an organization, and show its quotas', async () => {
    const [row] = (await portal.app.store.list('organizations', {}, undefined, 1)).entries;
    const { items } = await portal.app.store.read((rows) => rows.find('usage', row?.id ?? ''));
    expect(items).toBeGreaterThan(10);
    expect(seriesValue(text, `portal_organization_usage{organization="${row?.id}",quota="items"}`)).toBe(items);
    expect(seriesValue(text, `portal_organization_quota{organization="${row?.id}",quota="items"}`)).toBe(900);
    expect(text).not.toContain(`portal_organization_quota{organization="${row?.id}",quota="bytes"}`);
  });

  it('writes and connections, and show file sizes, memory and the build', () => {
    const flushes = seriesValue(text, 'portal_store_flushes_total');
    const timed = seriesValue(text, 'portal_store_flush_duration_seconds_count');
    expect(timed).toBeGreaterThan(3);
    // Writes before a server exists, such as the demo shop's, are counted but not timed.
    expect(timed).toBeLessThanOrEqual(flushes);
    expect(seriesValue(text, 'portal_store_batch_jobs_sum')).toBeGreaterThanOrEqual(timed);
    for (const name of ['portal_database_size_bytes', 'portal_wal_size_bytes', 'portal_disk_free_bytes'])
      expect(seriesValue(text, name), name).toBeGreaterThan(10_000);
    expect(seriesValue(text, 'portal_connections')).toBeGreaterThan(0);
    expect(seriesValue(text, 'portal_requests_in_progress')).toBe(1);
    expect(text).toMatch(/^portal_build_info\{version="\d+\.\d+\.\d+",node="v\d+/m);
    expect(seriesValue(text, 'process_resident_memory_bytes')).toBeGreaterThan(10_000_000);
  });
});

function anyOf(patterns: readonly string[]): RegExp {
  return new RegExp(`^(${patterns.join('|')})$`);
}

function seriesOf(name: string, type: string): string[] {
  return type === 'histogram' || type === 'summary'
    ? [name, ...['_bucket', '_sum', '_count'].map((end) => name + end)]
    : [name];
}
