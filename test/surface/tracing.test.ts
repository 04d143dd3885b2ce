import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openTracing } from '../../src/tracing/open-tracing.js';
import type { Tracing } from '../../src/tracing/tracing.js';
import { ready } from '../actors/purchase.js';
import { placeOrder, shopper } from '../actors/shopper.js';
import { listenLocally } from '../support/listen-locally.js';
import { startPortal, type TestPortal } from '../support/portal.js';

/** Traces as an OTLP receiver gets them (docs/running.md, Traces). */

interface SentSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly attributes: readonly { readonly key: string; readonly value: object }[];
}

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = 'b7ad6b7169203331';

let receiver: Server;
let portal: TestPortal;
let tracing: Tracing | undefined;
const bodies: string[] = [];
beforeAll(async () => {
  receiver = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    bodies.push(body);
    response.setHeader('content-type', 'application/json').end('{}');
  });
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', await listenLocally(receiver));
  vi.stubEnv('OTEL_SERVICE_NAME', 'shop-of-the-test');
  tracing = await openTracing(process.env);
  portal = await startPortal({ tracing });
});
afterAll(async () => {
  vi.unstubAllEnvs();
  receiver.close();
  await once(receiver, 'close');
});

function sentSpans(): SentSpan[] {
  return bodies.flatMap((body) =>
    JSON.parse(body).resourceSpans.flatMap(({ scopeSpans }: { scopeSpans: { spans: SentSpan[] }[] }) =>
      scopeSpans.flatMap(({ spans }) => spans),
    ),
  );
}

const attributeOf = ({ attributes }: SentSpan, key: string) =>
  Object.values(attributes.find((one) => one.key === key)?.value ?? {})[0];

it("records spans of calls, writes, flushes and payments in the caller's trace, without personal data", async () => {
  const by = shopper(portal, { buyer: 'ada@secret.example' });
  const wish = { lines: ['preserving-ebook'], option: 'digital', email: 'ada@secret.example' };
  const { checkout_id: id, total } = await ready(by, wish);
  await placeOrder(by, { id, total });
  const traceparent = `00-${TRACE}-${PARENT}-01`;
  await portal.request('GET', '/api/commerce/items?query=mug', { headers: { traceparent } });
  await portal.request('GET', '/api/commerce/checkouts/chk_none', {});
  // Flushes the remaining spans.
  await portal.close();
  const spans = sentSpans();
  const call = (name: string) => spans.filter((span) => span.name === `call ${name}`);
  const [paid] = call('complete_checkout');
  if (!paid) return expect.fail('no span of the purchase');
  expect([attributeOf(paid, 'portal.transport'), attributeOf(paid, 'portal.outcome')]).toEqual(['http', 'ok']);
  const inside = spans.filter(({ traceId }) => traceId === paid.traceId).map(({ name }) => name);
  expect(inside).toEqual(expect.arrayContaining(['store update', 'payment authorize']));
  const [search] = call('search_catalog').filter(({ traceId }) => traceId === TRACE);
  expect(search?.parentSpanId).toBe(PARENT);
  expect(call('get_checkout').map((span) => attributeOf(span, 'portal.outcome'))).toContain('checkout_not_found');
  expect(spans.some(({ name }) => name === 'store flush')).toBe(true);
  const all = bodies.join('\n');
  expect(all).toContain('shop-of-the-test');
  for (const secret of ['secret.example', portal.demo.deployment_key, 'tok_', 'Bearer', 'chk_', 'mug'])
    expect(all, secret).not.toContain(secret);
});

it('is off unless the standard variables enable it', async () => {
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' };
  for (const env of [{}, { ...endpoint, OTEL_SDK_DISABLED: 'true' }, { ...endpoint, OTEL_TRACES_EXPORTER: 'none' }])
    expect(await openTracing(env)).toBeUndefined();
});
