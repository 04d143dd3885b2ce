import { generateKey } from '../../../src/calls/api-key.js';
import { systemIds } from '../../../src/system.js';
import { emailOf, fullCredential, marker, personOf } from './markers.js';
import type { Witness } from './speakers.js';

/** Requests that reach no operation: invalid keys, unreadable bodies, and MCP messages that are not valid calls. */

interface Place {
  readonly url: string;
  readonly key: string;
}

const BUYER = { buyer: { email: emailOf('buyer'), ...personOf('buyer') } };
const PAYMENT = { payment: { instruments: [{ credential: fullCredential() }] } };
const TEXT = JSON.stringify({ ...BUYER, ...PAYMENT });

/** Bodies that contain markers and are rejected before an operation runs. */
const BODIES: readonly (readonly [name: string, raw: string, type?: string])[] = [
  ['cut off', TEXT.slice(0, -3)],
  ['text after it', `${TEXT} ${marker('buyer.email')}`],
  ['no JSON at all', marker('credential.token')],
  ['a member twice', `{"buyer":1,"buyer":${JSON.stringify(marker('buyer.email'))}}`],
  ['a list', `[${TEXT}]`],
  ['a text', JSON.stringify(marker('credential.token'))],
  ['too large', TEXT.padEnd(256 * 1024 + 1)],
  ['of another type', TEXT, 'text/plain'],
  ['of a type that is a secret', TEXT, `text/${marker('credential.token')}`],
];

/** Sends each unreadable body over HTTP and MCP. Returns the statuses. */
export async function unreadable(witness: Witness, { url, key }: Place): Promise<number[]> {
  const paths = ['/api/commerce/checkouts/x/buyer', '/api/commerce/checkouts/x/complete', '/mcp'];
  const sent = paths.flatMap((path) =>
    BODIES.map(([, body, type = 'application/json']) =>
      witness.fetch(`${url}${path}`, {
        method: 'POST',
        body,
        headers: { 'x-api-key': key, 'content-type': type, ...ACCEPT },
      }),
    ),
  );
  return (await Promise.all(sent)).map(({ status }) => status);
}

const ACCEPT = { accept: 'application/json, text/event-stream' };
const call = (params: unknown) => ({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });

/** MCP messages that are valid JSON but not valid tool calls. */
const MESSAGES: readonly unknown[] = [
  call({ name: 'set_buyer', arguments: marker('buyer.email') }),
  call({ name: 'set_buyer', arguments: [BUYER] }),
  call({ name: { value: marker('buyer.email') }, arguments: BUYER }),
  call({ arguments: BUYER }),
  call(marker('credential.token')),
  { ...call({ name: 'set_buyer', arguments: BUYER }), id: { value: marker('buyer.email') } },
  { ...call({ name: 'set_buyer', arguments: BUYER }), jsonrpc: marker('buyer.email') },
  { jsonrpc: '2.0', id: 1, params: PAYMENT },
  { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { cursor: marker('search.cursor') } },
  { jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri: `x:${marker('buyer.email')}` } },
  { jsonrpc: '2.0', method: 'notifications/none', params: PAYMENT },
  { jsonrpc: '2.0', id: 1, result: PAYMENT },
  [call({ name: 'set_buyer', arguments: BUYER }), call(PAYMENT)],
  PAYMENT,
];

const VERSIONS = ['2025-06-18', '2026-07-28', marker('protocol version')];

export async function strangeMessages(witness: Witness, { url, key }: Place): Promise<void> {
  const sent = VERSIONS.flatMap((version) =>
    MESSAGES.map((message) => {
      const headers = {
        ...{ 'x-api-key': key, 'content-type': 'application/json', 'mcp-protocol-version': version },
        ...{ ...ACCEPT, 'mcp-session-id': marker('id tried') },
      };
      return witness.fetch(`${url}/mcp`, { method: 'POST', body: JSON.stringify(message), headers });
    }),
  );
  await Promise.all(sent);
}

/** Sends invalid keys in headers, and a valid key in the query, which is not accepted there. Returns the statuses. */
export async function wrongKeys(witness: Witness, { url, key }: Place, ended: string): Promise<number[]> {
  const keys = [marker('unknown key'), generateKey(systemIds, 'deployment'), ended, `${key}x`];
  const headers = keys.flatMap((one) => [
    { 'x-api-key': one },
    { authorization: `Bearer ${one}` },
    { authorization: `Basic ${one}` },
  ]);
  const sent = ['/api/commerce/checkouts/current', '/mcp', '/api/none'].flatMap((path) => [
    ...headers.map((given) => witness.fetch(`${url}${path}`, { headers: given })),
    witness.fetch(`${url}${path}?api_key=${key}&key=${key}`),
  ]);
  return (await Promise.all(sent)).map(({ status }) => status);
}
