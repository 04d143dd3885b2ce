import { execFileSync } from 'node:child_process';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer } from 'node:http';
import { DEMO_IDS } from '../src/cli/demo-ids.js';
import { required } from '../src/domain/values/required.js';
import { VERSIONS } from '../src/ucp/versions/index.js';
import { Client } from './client.js';
import { leaves } from './leftovers.js';
import { type Measured, PROGRAM } from './processes.js';
import { FIVE, type Shop, textAt } from './shop.js';

const KEY_ID = 'bench';
const { date, capabilities } = required(VERSIONS[0], 'a version');

/** Endpoint of the newest UCP version. */
export const UCP = `/ucp/${date}/checkout-sessions`;

/** A UCP checkout with five lines. Each connection has its own. */
export interface PlatformCheckout {
  readonly id: string;
  readonly lines: readonly string[];
  /** The `@authority` that signatures cover: the host of the URLs in responses. */
  readonly authority: string;
}

/** A platform that buys over UCP. The portal fetches its profile at the first call and then caches it. */
export interface Platform {
  readonly key: string;
  /** The `UCP-Agent` header, which contains the profile URL. */
  readonly agent: string;
  readonly signing: { readonly kid: string; readonly key: KeyObject };
  readonly checkouts: readonly PlatformCheckout[];
}

/** Serves the platform's profile and fills one UCP checkout per cart of the demo shop. */
export async function preparePlatform(
  portal: Measured,
  database: string,
  { carts }: Shop,
  program = PROGRAM,
): Promise<Platform> {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const entry = { version: date, spec: 'https://ucp.dev', schema: 'https://ucp.dev' };
  const profile = JSON.stringify({
    ucp: { version: date, capabilities: Object.fromEntries(capabilities.map(({ name }) => [name, [entry]])) },
    keys: [{ ...publicKey.export({ format: 'jwk' }), kid: KEY_ID }],
  });
  const server = createServer((_request, response) =>
    response.setHeader('cache-control', 'public, max-age=86400').end(profile),
  );
  leaves(() => void server.close());
  const url = await new Promise<string>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/profile.json`);
    });
  });
  const command = (...args: readonly string[]) =>
    execFileSync(process.execPath, [program, ...args], {
      encoding: 'utf8',
      env: { ...process.env, PORTAL_DB: database },
    });
  const { deployment_id } = DEMO_IDS;
  command('ucp', 'set', deployment_id, '--enabled', '1', '--open', '1');
  const key = command('keys', 'create', '--deployment', deployment_id, '--ucp-profiles', url).trim();
  const agent = `profile="${url}"`;
  const client = new Client(portal.url, 1);
  const checkouts: PlatformCheckout[] = [];
  for (const _cart of carts) checkouts.push(await filled(client, key, agent));
  client.close();
  return { key, agent, signing: { kid: KEY_ID, key: privateKey }, checkouts };
}

async function filled(client: Client, key: string, agent: string): Promise<PlatformCheckout> {
  const line_items = FIVE.map((item, index) => ({ item: { id: item }, quantity: index + 1 }));
  const headers = { 'x-api-key': key, 'ucp-agent': agent };
  const answer = await client.json({ method: 'POST', path: UCP, headers, body: { line_items } });
  return {
    id: textAt(answer, 'id'),
    authority: new URL(textAt(answer, 'continue_url')).host,
    lines: FIVE.map((_item, index) => textAt(answer, 'line_items', String(index), 'id')),
  };
}
