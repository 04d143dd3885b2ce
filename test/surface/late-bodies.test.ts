import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registryCaller } from '../actors/registry-caller.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { fullKey } from '../support/tenants.js';

/** A key is checked when its request begins, but the body of the request may arrive much later. */

let portal: TestPortal;
let creator: string;
beforeAll(async () => {
  portal = await startPortal();
  creator = await fullKey(portal, 'organization');
});
afterAll(() => portal.close());

/** Sends the head of a request, and the body on demand. */
async function begin(path: string, key: string): Promise<ClientRequest> {
  const headers = { 'x-api-key': key, 'content-type': 'application/json', expect: '100-continue' };
  const sent = request(`${portal.url}${path}`, { method: 'POST', headers });
  sent.flushHeaders();
  await once(sent, 'continue');
  return sent;
}

async function finish(sent: ClientRequest, body: unknown): Promise<{ readonly status: number; readonly text: string }> {
  const answered = once(sent, 'response');
  sent.end(JSON.stringify(body));
  const [response]: IncomingMessage[] = await answered;
  if (!response) throw new Error('there was no answer');
  let text = '';
  for await (const chunk of response) text += chunk;
  return { status: response.statusCode ?? 0, text };
}

test('creates no key when the calling key is revoked while the body arrives', async () => {
  const by = registryCaller(() => portal.url, creator);
  const { id, key } = await by.ok('create_key', { name: 'late', scopes: ['keys', 'shops'] });
  const sent = await begin('/api/keys', key);
  await by.ok('revoke_key', { key_id: id });
  const before = (await by.ok('list_keys', { limit: 100 })).length;
  const { status, text } = await finish(sent, { name: 'heir', scopes: ['shops'] });
  expect({ status, error: JSON.parse(text).error }).toEqual({ status: 401, error: 'unauthorized' });
  expect(await by.ok('list_keys', { limit: 100 })).toHaveLength(before);
});

test('accepts a body that arrives late if the calling key is still valid', async () => {
  const by = registryCaller(() => portal.url, creator);
  const { key } = await by.ok('create_key', { name: 'slow', scopes: ['keys', 'shops'] });
  const { status } = await finish(await begin('/api/keys', key), { name: 'heir', scopes: ['shops'] });
  expect(status).toBe(200);
});

test.each(['receipt', 'metadata'])('rejects a whole number of 400 digits in %s without a fault', async (member) => {
  const raw = `{"${member}":{"n":${'9'.repeat(400)}}}`;
  const { status, json } = await portal.request('POST', '/api/receipts', { raw });
  expect({ status, json }).toEqual({
    status: 400,
    json: {
      error: member === 'receipt' ? 'invalid_receipt' : 'invalid_request',
      detail: `${member}.n: must be a whole number that a double can hold; send larger ones as text`,
    },
  });
});
