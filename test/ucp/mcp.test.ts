import { randomUUID } from 'node:crypto';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { UCP_OPERATIONS } from '../../src/ucp/operations/index.js';
import { VERSIONS } from '../../src/ucp/versions/index.js';
import { PAYMENT, ready } from './bodies.js';
import { call, OTHER_PROFILE, PROFILE, platformProfile, type UcpPortal, ucpPortal } from './platform.js';

const READY = ready(2);

describe('the MCP binding', () => {
  describe.each(VERSIONS.filter(({ transports }) => transports.includes('mcp')).map(({ date }) => date))(
    '%s',
    (version) => {
      let shop: UcpPortal;
      beforeAll(async () => {
        shop = await ucpPortal(version);
      });
      afterAll(() => shop.portal.close());

      const path = `/ucp/${version}/mcp`;
      const post = (body: unknown, headers: Readonly<Record<string, string>> = {}, key: string | null = shop.key) =>
        shop.portal.request('POST', path, {
          ...(typeof body === 'string' ? { raw: body } : { body }),
          key,
          headers: { accept: 'application/json, text/event-stream', ...headers },
        });
      const message = (name: string, args: object, id: string | number = 1) => ({
        jsonrpc: '2.0',
        id,
        method: 'tools/call',
        params: { name, arguments: args },
      });
      const meta = (key?: string, profile = PROFILE) => ({
        'ucp-agent': { profile },
        ...(key !== undefined && { 'idempotency-key': key }),
      });
      /** Calls a tool, expecting a result. */
      const tool = async (name: string, args: object, idempotencyKey = randomUUID()) => {
        const { status, json } = await post(message(name, { meta: meta(idempotencyKey), ...args }));
        expect([status, json.error]).toEqual([200, undefined]);
        return json.result.structuredContent;
      };

      test('buys, from the catalog to the order', async () => {
        const found = await tool('search_catalog', { catalog: { query: 'enamel mug' } });
        const item = { id: found.products[0].variants[0].id };
        await tool('lookup_catalog', { catalog: { ids: [item.id] } });
        await tool('get_product', { catalog: { id: item.id } });
        const cart = await tool('create_cart', { cart: { line_items: [{ item, quantity: 1 }] } });
        await tool('update_cart', { id: cart.id, cart: { line_items: [{ ...cart.line_items[0], quantity: 3 }] } });
        expect((await tool('get_cart', { id: cart.id })).line_items[0].quantity).toBe(3);
        const made = await tool('create_checkout', { checkout: { line_items: [], cart_id: cart.id } });
        expect(made.line_items[0].quantity).toBe(3);
        const { line_items: _lines, ...rest } = READY;
        const lines = made.line_items.map((line: { id: string; item: object }) => ({ ...line, quantity: 2 }));
        const ready = await tool('update_checkout', { id: made.id, checkout: { ...rest, line_items: lines } });
        expect(ready.status).toBe('ready_for_complete');
        const paid = await tool('complete_checkout', { id: made.id, checkout: PAYMENT });
        expect(paid.status).toBe('completed');
        expect(JSON.stringify(paid.payment)).not.toMatch(/tok_approve|credential/);
        const order = await tool('get_order', { id: paid.order.id });
        expect(order.line_items[0].quantity).toEqual({ original: 2, total: 2, fulfilled: 0 });
        expect((await tool('cancel_cart', { id: cart.id })).ucp.status).toBe('error');
        const other = await tool('create_checkout', { checkout: READY });
        expect((await tool('cancel_checkout', { id: other.id })).status).toBe('canceled');
      });

      test('returns the same as REST', async () => {
        const { id } = await tool('create_checkout', { checkout: READY });
        const { json } = await call(shop, version, 'GET', `/checkout-sessions/${id}`, { key: shop.key });
        expect(await tool('get_checkout', { id })).toEqual(json);
      });

      test.each(['auto', 'legacy'] as const)('serves the SDK, %s', async (era) => {
        const client = new Client(
          { name: 'test', version: '1' },
          era === 'legacy' ? {} : { versionNegotiation: { mode: 'auto' } },
        );
        const requestInit = { headers: { 'x-api-key': shop.key } };
        await client.connect(new StreamableHTTPClientTransport(new URL(`${shop.portal.url}${path}`), { requestInit }));
        const { tools } = await client.listTools();
        expect(tools.map(({ name }) => name)).toEqual(UCP_OPERATIONS.map(({ name }) => name));
        for (const { inputSchema, outputSchema } of tools) {
          expect(inputSchema.required).toContain('meta');
          expect(outputSchema).toMatchObject({ type: 'object', required: ['ucp'] });
        }
        const result = await client.callTool({
          name: 'create_cart',
          arguments: { meta: meta(), cart: { line_items: READY.line_items } },
        });
        expect(result.structuredContent).toMatchObject({ currency: 'USD' });
        const none = await client.callTool({ name: 'get_cart', arguments: { meta: meta(), id: 'nothing' } });
        expect(none.structuredContent).toMatchObject({ ucp: { status: 'error' }, messages: [{ code: 'not_found' }] });
        await client.close();
      });

      describe('a repeat', () => {
        test('treats a call as a repeat regardless of its message id and other meta members', async () => {
          const args = { meta: meta('b7a3f0a8-6b2c-4c57-9c43-2f6b1c1b8f10'), checkout: READY };
          const first = await post(message('create_checkout', args, 1));
          const again = await post(message('create_checkout', { ...args, meta: { ...args.meta, more: 1 } }, 'two'));
          expect(again.json.result).toEqual(first.json.result);
          expect([again.json.id, again.headers.get('idempotent-replayed')]).toEqual(['two', 'true']);
          const other = await post(message('create_checkout', { ...args, checkout: { ...READY, buyer: {} } }));
          expect([other.status, other.json.error.code, other.json.error.data.code]).toEqual([
            409,
            -32000,
            'idempotency_conflict',
          ]);
        });

        test('requires a key for calls that cannot be undone', async () => {
          const { id } = await tool('create_checkout', { checkout: READY });
          for (const name of ['complete_checkout', 'cancel_checkout', 'cancel_cart']) {
            const { status, json } = await post(message(name, { meta: meta(), id, checkout: PAYMENT }));
            expect([status, json.error.code, json.error.data.code]).toEqual([400, -32602, 'invalid_request']);
          }
        });
      });

      describe('an invalid call', () => {
        const args = (profile: string) => ({ meta: meta(undefined, profile), id: 'chk_1' });
        const refused = async (sent: ReturnType<typeof post>) => {
          const { status, json } = await sent;
          expect(json.error.data).toMatchObject({ code: expect.any(String), content: json.error.message });
          return [status, json.error.code, json.error.data.code];
        };

        test.each([
          ['no profile', { id: 'chk_1' }, 400, -32001, 'invalid_profile_url'],
          ['a profile that is not a URL', args('nonsense'), 400, -32001, 'invalid_profile_url'],
          ['a profile the key is not for', args('https://none.example/p.json'), 403, -32001, 'profile_not_trusted'],
          ['no id', { meta: meta() }, 400, -32602, 'invalid_request'],
        ])('is rejected, %s', async (_name, sent, status, code, name) => {
          expect(await refused(post(message('get_checkout', sent)))).toEqual([status, code, name]);
        });

        test('rejects an unusable profile', async () => {
          const open = (profile: string) => refused(post(message('get_checkout', args(profile)), {}, null));
          expect(await open('https://none.example/p.json')).toEqual([424, -32001, 'profile_unreachable']);
          shop.connector.serve('https://bad.example/p.json', '{');
          expect(await open('https://bad.example/p.json')).toEqual([422, -32001, 'profile_malformed']);
          shop.connector.serve(OTHER_PROFILE, platformProfile('2020-01-01', []));
          expect(await open(OTHER_PROFILE)).toEqual([422, -32001, 'version_unsupported']);
        });

        test('rejects invalid arguments and an unknown tool', async () => {
          expect(await refused(post(message('nothing', args(PROFILE))))).toEqual([400, -32602, 'invalid_request']);
          const wrong = message('create_checkout', { meta: meta(), checkout: { line_items: 1 } });
          expect(await refused(post(wrong))).toEqual([400, -32602, 'invalid_request']);
          const many = { ids: Array.from({ length: 51 }, (_, index) => `id-${index}`) };
          const large = message('lookup_catalog', { meta: meta(), catalog: many });
          expect(await refused(post(large))).toEqual([400, -32602, 'request_too_large']);
          expect(await refused(post('{'))).toEqual([400, -32700, 'invalid_json']);
        });

        test('rejects an invalid key', async () => {
          const sent = post(message('get_checkout', args(PROFILE)), {}, 'dk_nothing');
          expect(await refused(sent)).toEqual([401, -32000, 'unauthorized']);
        });

        test('returns an outcome for capabilities without overlap', async () => {
          shop.connector.serve('https://few.example/p.json', platformProfile(version, ['dev.ucp.shopping.order']));
          const { status, json } = await post(message('get_cart', args('https://few.example/p.json')), {}, null);
          expect([status, json.result.structuredContent.messages[0].code]).toEqual([200, 'capabilities_incompatible']);
        });

        test('is rejected if its arguments need a correction, or its method is unknown', async () => {
          const sent = message('create_cart', { meta: meta(), line_items: READY.line_items });
          expect(await refused(post(sent))).toEqual([400, -32602, 'invalid_request']);
          const { text } = await post({ jsonrpc: '2.0', id: 1, method: 'nothing' });
          expect(text).toContain('-32601');
        });
      });
    },
  );
});
