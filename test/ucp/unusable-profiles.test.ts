import { createServer, type RequestListener, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Fetched } from '../../src/outbound/connector.js';
import { networkConnector } from '../../src/outbound/connector.js';
import { VERSIONS } from '../../src/ucp/versions/index.js';
import { listenLocally } from '../support/listen-locally.js';
import { platformProfile, type TestConnector, type UcpPortal, ucpPortal } from './platform.js';

/** Unusable profiles, in every version and over every transport. A call with such a profile gets the expected error. */

let shop: UcpPortal;
let network: UcpPortal;
let server: Server;
let origin: string;
beforeAll(async () => {
  shop = await ucpPortal('2026-08-25');
  network = await ucpPortal('2026-08-25', {}, { connector: networkConnector, env: { PORTAL_LOCAL_ADDRESSES: '1' } });
  server = createServer((request, response) => ANSWERS[request.url?.split('?')[0] ?? '']?.(request, response));
  origin = await listenLocally(server);
});
afterAll(async () => {
  await shop.portal.close();
  await network.portal.close();
  server.closeAllConnections();
  server.close();
});

const WAYS = VERSIONS.flatMap(({ date, transports }) => transports.map((transport) => [date, transport] as const));
const BODY = { line_items: [] };

/** Returns the error code of a call with this profile, or `undefined` if the profile is accepted. */
async function codeOf({ portal }: UcpPortal, profile: string, [version, transport]: (typeof WAYS)[number]) {
  if (transport === 'rest') {
    const headers = { 'ucp-agent': `profile="${profile}"` };
    const path = `/ucp/${version}/checkout-sessions`;
    return (await portal.request('POST', path, { key: null, headers, body: BODY })).json.code;
  }
  const args = { meta: { 'ucp-agent': { profile } }, checkout: BODY };
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'create_checkout', arguments: args } };
  return (await portal.request('POST', `/ucp/${version}/mcp`, { key: null, body })).json.error?.data.code;
}

let count = 0;
/** Returns a URL that was not fetched before. */
const fresh = () => {
  count += 1;
  return `https://platform-${count}.example/profile.json`;
};

type Arrange = (connector: TestConnector, url: string, version: string) => void;
const answered = (profile: unknown, more: Partial<Fetched> = {}): Arrange => {
  return (connector, url) => connector.serve(url, profile, more);
};
const failing = (message: string): Arrange => {
  return (connector, url) => connector.answer(url, () => Promise.reject(new Error(message)));
};
const at = (...addresses: readonly string[]): Arrange => {
  return (connector, url, version) => {
    connector.serve(url, platformProfile(version));
    connector.addresses = addresses;
  };
};
const PUBLIC = '93.184.215.14';

describe.each<[string, string | undefined, Arrange]>([
  ['that is valid', undefined, at(PUBLIC)],
  ['that cannot be fetched', 'profile_unreachable', () => undefined],
  ['that is not found', 'profile_unreachable', answered('{}', { status: 404 })],
  ['that redirects', 'profile_unreachable', answered('', { status: 302 })],
  ['that redirects permanently', 'profile_unreachable', answered('', { status: 308 })],
  ['whose server fails', 'profile_unreachable', answered('', { status: 500 })],
  ['that is cut off', 'profile_unreachable', failing('the connection was closed')],
  ['whose name has no address', 'profile_unreachable', at()],
  ['whose name resolves to this machine', 'invalid_profile_url', at('127.0.0.1')],
  ['whose name also resolves to this network', 'invalid_profile_url', at(PUBLIC, '10.0.0.7')],
  ['whose name resolves to a metadata service', 'invalid_profile_url', at('169.254.169.254')],
  ['that is not JSON', 'profile_malformed', answered('<html>')],
  ['that has a member twice', 'profile_malformed', answered('{"ucp":{},"ucp":{}}')],
  ['that is a list', 'profile_malformed', answered([])],
  ['without a version', 'profile_malformed', answered({ ucp: { capabilities: {} } })],
  ['whose version is not a date', 'profile_malformed', answered({ ucp: { version: 'latest', capabilities: {} } })],
  [
    'without capabilities',
    'profile_malformed',
    (connector, url, version) => connector.serve(url, { ucp: { version } }),
  ],
  ['of an unknown version', 'version_unsupported', answered({ ucp: { version: '2031-01-01', capabilities: {} } })],
  [
    'of another version than the endpoint',
    'version_unsupported',
    (connector, url, version) => {
      const other = VERSIONS.find(({ date }) => date !== version)?.date ?? '';
      connector.serve(url, platformProfile(other));
    },
  ],
])('a profile %s', (_name, code, arrange) => {
  test.each(WAYS)('has the expected error, if any, in %s over %s', async (...way) => {
    const url = fresh();
    shop.connector.addresses = [PUBLIC];
    arrange(shop.connector, url, way[0]);
    expect(await codeOf(shop, url, way)).toBe(code);
  });
});

const GOOD = JSON.stringify(platformProfile('2026-08-25'));

/** Behaviors of the server on this machine, by path. */
const ANSWERS: Readonly<Record<string, RequestListener>> = {
  '/good': (_request, response) => response.end(GOOD),
  '/redirecting': (_request, response) => response.writeHead(302, { location: '/good' }).end(GOOD),
  '/large': (_request, response) => response.end(GOOD.padEnd(256 * 1024)),
  '/huge': (_request, response) => response.end(GOOD.padEnd(256 * 1024 + 1)),
  '/silent': () => undefined,
  '/slow': (_request, response) => void response.write(GOOD.slice(0, 10)),
  '/cut': (_request, response) =>
    void response.writeHead(200, { 'content-length': 1_000 }).write('{', () => response.destroy()),
};

describe('over the network, a profile', () => {
  // These run concurrently, because two of them wait for the portal's timeout.
  test.concurrent.each([
    ['/good', undefined],
    ['/large', undefined],
    ['/redirecting', 'profile_unreachable'],
    ['/huge', 'profile_unreachable'],
    ['/silent', 'profile_unreachable'],
    ['/slow', 'profile_unreachable'],
    ['/cut', 'profile_unreachable'],
  ])('has the expected error, if any, at %s', async (path, code) => {
    const rest = codeOf(network, `${origin}${path}`, ['2026-08-25', 'rest']);
    const mcp = codeOf(network, `${origin}${path}?mcp`, ['2026-08-25', 'mcp']);
    expect(await Promise.all([rest, mcp])).toEqual([code, code]);
  });
});
