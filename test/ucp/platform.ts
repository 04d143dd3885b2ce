import type { UcpSettings } from '../../src/domain/tenant/ucp.js';
import { required } from '../../src/domain/values/required.js';
import { buildNewKey } from '../../src/operations/tenancy/key-writes.js';
import type { Connector, Fetched } from '../../src/outbound/connector.js';
import { replaceWrite } from '../../src/ports.js';
import { systemIds } from '../../src/system.js';
import { ORDER } from '../../src/ucp/capabilities.js';
import { VERSIONS } from '../../src/ucp/versions/index.js';
import { type Answered, type Options, startPortal, type TestPortal } from '../support/portal.js';
import { heldPortal } from './held-answers.js';

/** A platform that buys over UCP in the demo shop; a fake connector serves its profile without network access. */

export const PROFILE = 'https://agent.example/profile.json';
export const OTHER_PROFILE = 'https://other.example/profile.json';

/** Returns all capabilities that the portal has in a version. */
export function allCapabilities(version: string): string[] {
  return required(
    VERSIONS.find(({ date }) => date === version),
    'version',
  ).capabilities.map(({ name }) => name);
}

/**
 * Returns the profile of a platform in a version with these capabilities. `webhook_url` is the URL for order events,
 * `more` has capabilities at other versions.
 */
export function platformProfile(
  version: string,
  capabilities: readonly string[] = allCapabilities(version),
  webhook_url?: string,
  more: Readonly<Record<string, string>> = {},
): object {
  const bare = { version, spec: 'https://ucp.dev/spec', schema: 'https://ucp.dev/schema' };
  const entryOf = (name: string) =>
    webhook_url !== undefined && name === ORDER ? { ...bare, config: { webhook_url } } : bare;
  if (VERSIONS.some(({ date, isEarly }) => date === version && isEarly)) {
    return { ucp: { version, capabilities: capabilities.map((name) => ({ name, ...entryOf(name) })) } };
  }
  return {
    ucp: {
      version,
      services: {},
      payment_handlers: {},
      capabilities: Object.fromEntries([
        ...capabilities.map((name) => [name, [entryOf(name)]]),
        ...Object.entries(more).map(([name, own]) => [name, [{ ...bare, version: own }]]),
      ]),
    },
  };
}

/** Serves profiles from memory, as if from a public address. */
export class TestConnector implements Connector {
  readonly asked: string[] = [];
  /** Addresses to which connections were opened. */
  readonly connected: string[] = [];
  addresses: readonly string[] = ['93.184.215.14'];
  private readonly answers = new Map<string, () => Promise<Fetched>>();

  serve(url: string, profile: unknown, more: Partial<Fetched> = {}): void {
    const body = Buffer.from(typeof profile === 'string' ? profile : JSON.stringify(profile));
    this.answer(url, async () => ({ status: 200, cacheControl: undefined, body, ...more }));
  }

  answer(url: string, answer: () => Promise<Fetched>): void {
    this.answers.set(url, answer);
  }

  async resolve(_host?: string): Promise<readonly string[]> {
    return this.addresses;
  }

  async get(url: URL, address: string): Promise<Fetched> {
    this.asked.push(url.href);
    this.connected.push(address);
    const answer = this.answers.get(url.href);
    if (!answer) throw new Error('there is no such profile');
    return answer();
  }
}

export interface UcpPortal {
  readonly portal: TestPortal;
  /** The same portal, for deliberately invalid bodies. */
  readonly wrongly: TestPortal;
  readonly connector: TestConnector;
  /** Key of the platform with `PROFILE`. */
  readonly key: string;
}

export const OPEN: UcpSettings = { enabled: true, host: null, open: true, platforms: null };

/**
 * Starts a portal with an open demo shop, and serves `PROFILE` in the version. All responses are validated against the
 * protocol.
 */
export async function ucpPortal(
  version: string,
  settings: Partial<UcpSettings> = {},
  options: Options = {},
): Promise<UcpPortal> {
  const connector = new TestConnector();
  connector.serve(PROFILE, platformProfile(version));
  const started = await startPortal({ connector, ...options });
  const portal = heldPortal(started);
  const wrongly = heldPortal(started, 'wrong');
  await setUcp(portal, { ...OPEN, ...settings });
  return { portal, wrongly, connector, key: await platformKey(portal, [PROFILE]) };
}

export async function setUcp({ app, demo }: TestPortal, ucp: UcpSettings): Promise<void> {
  await app.store.update((rows) => {
    const before = required(rows.get('deployment', demo.deployment_id), 'deployment');
    return { writes: [replaceWrite('deployment', before, { ...before, ucp })], result: undefined };
  });
}

export async function platformKey({ app, demo }: TestPortal, ucp_profiles: readonly string[]): Promise<string> {
  const { deployment_id, organization_id } = demo;
  const owner = { kind: 'deployment', deployment_id, organization_id } as const;
  const by = { ids: systemIds, now: Date.now(), actor: 'test' };
  const { key, writes } = buildNewKey(by, owner, { name: 'Platform', ucp_profiles });
  await app.store.update(() => ({ writes, result: undefined }));
  return key;
}

export interface Sent {
  readonly body?: unknown;
  readonly raw?: string;
  /** Omit for a call without a key. */
  readonly key?: string;
  readonly profile?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Makes one call of a platform at the endpoint of a version. */
export function call(
  { portal }: Pick<UcpPortal, 'portal'>,
  version: string,
  method: string,
  path: string,
  { key, profile = PROFILE, headers, ...sent }: Sent = {},
): Promise<Answered> {
  return portal.request(method, `/ucp/${version}${path}`, {
    ...sent,
    key: key ?? null,
    headers: { 'ucp-agent': `profile="${profile}"`, ...headers },
  });
}

export const ADDRESS = {
  first_name: 'Ada',
  last_name: 'Lovelace',
  street_address: '1450 Juniper Street',
  address_locality: 'Portland',
  address_region: 'OR',
  postal_code: '97205',
  address_country: 'US',
};

export const CARD = {
  id: 'card-1',
  handler_id: 'sandbox_card',
  type: 'card',
  selected: true,
  display: { brand: 'visa', last_digits: '4242' },
  credential: { type: 'token', token: 'tok_approve' },
};
