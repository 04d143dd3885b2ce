import { createServer, type Server } from 'node:http';
import {
  Client,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { UnauthorizedError as OldUnauthorizedError, auth as oldAuth } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldHttpTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { networkConnector } from '../../src/outbound/connector.js';
import { INVOICE } from '../actors/purchase.js';
import { closeWindows, openBrowser } from '../pages/browser.js';
import { listenLocally } from '../support/listen-locally.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { consentInBrowser, EBOOK_PRICE, ebookPurchase } from './assisted-purchase.js';

/** Real MCP clients that know only the URL, and a person with a real browser. */

const DOCUMENT_URL = 'https://assistant.example/client.json';
const HOUR = 60 * 60 * 1000;

let portal: TestPortal;
let callback: Server;
let redirectUrl: string;
let now = Date.now();
const clock = { now: () => now, sleep: async () => {} };

/** Stands in for the host of the metadata document; everything else is refused. */
const connector = {
  ...networkConnector,
  resolve: async () => ['93.184.215.14'],
  get: async (url: URL) => ({
    ...{ status: 200, cacheControl: undefined },
    body: Buffer.from(JSON.stringify({ client_id: url.href, client_name: 'Assistant', redirect_uris: [redirectUrl] })),
  }),
};

beforeAll(async () => {
  portal = await startPortal({ clock, connector, env: { PORTAL_OAUTH: '1' } });
  callback = createServer((_request, response) => response.end('done'));
  redirectUrl = `${await listenLocally(callback)}/done`;
});
afterAll(async () => {
  await closeWindows(await openBrowser());
  callback.closeAllConnections();
  callback.close();
  await portal.close();
});

/** The host of a client, with the memory and the browser that both SDKs ask for. */
class Host implements OAuthClientProvider {
  readonly clientMetadataUrl?: string;
  readonly redirectUrl = redirectUrl;
  readonly clientMetadata = { redirect_uris: [redirectUrl], client_name: 'Assistant' };
  asked: URL | undefined;
  private client: Parameters<NonNullable<OAuthClientProvider['saveClientInformation']>>[0] | undefined;
  private stored: Parameters<OAuthClientProvider['saveTokens']>[0] | undefined;
  private discovery: OAuthDiscoveryState | undefined;
  private verifier = '';

  constructor(document: string | undefined) {
    if (document !== undefined) this.clientMetadataUrl = document;
  }

  state() {
    return 'state of the host';
  }

  clientInformation() {
    return this.client;
  }

  saveClientInformation(client: NonNullable<typeof this.client>) {
    this.client = client;
  }

  tokens() {
    return this.stored;
  }

  saveTokens(tokens: NonNullable<typeof this.stored>) {
    this.stored = tokens;
  }

  /** Called when the server rejects the refresh token. */
  invalidateCredentials() {
    this.stored = undefined;
  }

  redirectToAuthorization(url: URL) {
    this.asked = url;
  }

  saveCodeVerifier(verifier: string) {
    this.verifier = verifier;
  }

  codeVerifier() {
    return this.verifier;
  }

  saveDiscoveryState(state: NonNullable<typeof this.discovery>) {
    this.discovery = state;
  }

  discoveryState() {
    return this.discovery;
  }
}

async function openPage(): Promise<Page> {
  const browser = await openBrowser();
  return (await browser.newContext({ javaScriptEnabled: false, locale: 'en-US' })).newPage();
}

const METADATA = [
  ['registration', undefined],
  ['a metadata document', DOCUMENT_URL],
] as const;

const CLIENTS = METADATA.flatMap(([how, document]) =>
  (['1.x', '2.x'] as const).map((sdk) => [sdk, how, document] as const),
);

/** Connects a client of this SDK; its first attempt asks for authorization. */
function connectionOf(sdk: '1.x' | '2.x', host: Host) {
  const url = new URL('/mcp', portal.url);
  const info = { name: 'test', version: '1.0.0' };
  if (sdk === '1.x') {
    const transport = () => new OldHttpTransport(url, { authProvider: host });
    return {
      error: OldUnauthorizedError,
      finish: (back: URL) => oldAuth(host, { serverUrl: url, authorizationCode: back.searchParams.get('code') ?? '' }),
      connect: async () => {
        const client = new OldClient(info);
        await client.connect(transport());
        return client;
      },
    };
  }
  const transport = () => new StreamableHTTPClientTransport(url, { authProvider: host });
  return {
    error: UnauthorizedError,
    finish: (back: URL) => transport().finishAuth(back.searchParams),
    connect: async () => {
      const client = new Client(info);
      await client.connect(transport());
      return client;
    },
  };
}

it.each(CLIENTS)(
  'a client of SDK %s buys within limits after %s, until the grant ends',
  async (sdk, _how, document) => {
    const host = new Host(document);
    const { connect, finish, error } = connectionOf(sdk, host);
    await expect(connect()).rejects.toThrow(error);
    const page = await openPage();
    const asked = host.asked?.href ?? 'about:blank';
    const manage = await consentInBrowser(page, asked, ({ href }) => href.startsWith(redirectUrl));
    const back = new URL(page.url());
    expect(back.searchParams.get('iss')).toBe(portal.url);
    await finish(back);
    const client = await connect();
    const call = async (name: string, args: Record<string, unknown>) => {
      const { content, isError } = await client.callTool({ name, arguments: args });
      const [first] = content as readonly { readonly text: string }[];
      return { isError, ...JSON.parse(first?.text ?? '{}') };
    };
    const ada = { email: 'ada@example.com', full_name: 'Ada Example' };
    const buy = (quantity: number, key: string) => call('buy', ebookPurchase(ada, key, quantity));
    const bought = await buy(1, 'one');
    expect(bought).toMatchObject({ data: { status: 'completed' } });
    now += HOUR;
    const above = await buy(2, 'two');
    expect(above).toMatchObject({ error: 'checkout_not_ready', detail: expect.stringContaining('$12.00') });
    const [pageUrl = '', checkout_id = ''] = /http\S+\/checkout\/(chk_[\w-]+)\S+/.exec(above.next) ?? [];
    await page.goto(pageUrl);
    await page.getByRole('button', { name: /^Approve/ }).click();
    const paid = await call('complete_checkout', { checkout_id, expected_total: 2 * EBOOK_PRICE, payment: INVOICE });
    expect(paid).toMatchObject({ data: { status: 'completed' } });
    await page.goto(manage);
    expect(await page.getByRole('link', { name: /^Order / }).count()).toBe(2);
    await page.getByRole('button', { name: 'End the connection' }).click();
    expect(await page.textContent('main')).toContain('This connection has ended.');
    await expect(client.callTool({ name: 'get_cart', arguments: {} })).rejects.toThrow(error);
    await client.close();
  },
);
