import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertWrite } from '../../src/ports.js';
import { OPEN, setUcp, type UcpPortal, ucpPortal } from './platform.js';

let shop: UcpPortal;
beforeAll(async () => {
  shop = await ucpPortal('2026-08-25', { host: 'one.example.com' });
});
afterAll(() => shop.portal.close());

const endpointAt = async (host: string) => {
  const { json } = await shop.portal.request('GET', '/.well-known/ucp', { key: null, headers: { host } });
  return json.ucp?.services['dev.ucp.shopping'][0].endpoint;
};

test('accepts the host of a served deployment at /mcp', async () => {
  const mcp = async (host: string) => {
    const body = { jsonrpc: '2.0', id: 1, method: 'ping' };
    return (await shop.portal.request('POST', '/mcp', { body, headers: { host } })).status;
  };
  expect(await mcp('one.example.com')).not.toBe(403);
  expect(await mcp('other.example.com')).toBe(403);
});

test('serves a single deployment at every host, and each of several at its own', async () => {
  const { app, demo } = shop.portal;
  expect(await endpointAt('any.example')).toBe('https://one.example.com/ucp/2026-08-25');
  await app.store.update((rows) => {
    const one = rows.get('deployment', demo.deployment_id);
    if (!one) throw new Error('the demo has no deployment');
    const two = { ...one, id: 'dep_two', version: 0, ucp: { ...OPEN, host: 'two.example.com' } };
    return { writes: [insertWrite('deployment', two)], result: undefined };
  });
  await expect.poll(() => endpointAt('two.example.com:8443')).toBe('https://two.example.com/ucp/2026-08-25');
  expect(await endpointAt('ONE.example.com')).toBe('https://one.example.com/ucp/2026-08-25');
  expect(await endpointAt('any.example')).toBeUndefined();
  await setUcp(shop.portal, { ...OPEN, enabled: false, host: 'one.example.com' });
  expect(await endpointAt('one.example.com')).toBeUndefined();
});
