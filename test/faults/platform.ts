import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { listenLocally } from '../support/listen-locally.js';
import { type Answered, request } from '../support/portal.js';
import { run } from '../support/program.js';
import { platformProfile } from '../ucp/platform.js';
import { pairOf, signed } from '../ucp/signing.js';

const VERSION = '2026-08-25';
const COVERED = ['@method', '@authority', '@path', 'ucp-agent'];
const COVERED_BODY = [...COVERED, 'idempotency-key', 'content-digest', 'content-type'];

/** A platform whose profile this process serves. It signs its requests or sends a key. */
export class Platform {
  /** Keys and signatures that the platform sent or received, none of which may be disclosed. */
  readonly secrets: string[] = [];
  readonly #server = createServer((_request, response) => void response.end(JSON.stringify(this.#profile)));
  readonly #pair = pairOf('key-1');
  readonly #profile = { ...platformProfile(VERSION), keys: [this.#pair.jwk] };
  #portal = '';
  #agent = '';
  #key = '';

  /** Serves the profile, and makes the deployment accept only platforms with a signature or a key. */
  async open(portal: string, database: string, deployment: string): Promise<void> {
    const env = { PORTAL_DB: database, PORTAL_LOCAL_ADDRESSES: '1' };
    const profile = `${await listenLocally(this.#server)}/${randomUUID()}`;
    this.#portal = portal;
    this.#agent = `profile="${profile}"`;
    await done(['ucp', 'set', deployment, '--enabled', '1', '--host', 'shop.example.com', '--open', '0'], env);
    const made = ['keys', 'create', '--deployment', deployment, '--ucp-profiles', profile, '--json'];
    this.#key = JSON.parse(await done(made, env)).key;
    this.secrets.push(this.#key);
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** Sends a signed request. `by`: the key pair that signs, by default the profile's. */
  async signed(method: string, path: string, body?: object, by = this.#pair): Promise<Answered> {
    const text = body ? JSON.stringify(body) : '';
    const own = { 'idempotency-key': randomUUID(), 'content-type': 'application/json' };
    const target = `/ucp/${VERSION}${path}`;
    const sent = { method, target, headers: { 'ucp-agent': this.#agent, ...(body && own) }, body: text };
    const { headers } = signed(sent, by, { components: body ? COVERED_BODY : COVERED });
    this.secrets.push(/:(.+):/.exec(headers.signature ?? '')?.[1] ?? '');
    const answer = await request(this.#portal, '', method, target, { key: null, headers, ...(body && { raw: text }) });
    const told = /:(.+):/.exec(answer.headers.get('signature') ?? '')?.[1];
    if (told !== undefined) this.secrets.push(told);
    return answer;
  }

  /** Calls a tool over MCP with a key, as `x-api-key` or as a bearer token. */
  tool(name: string, args: object, isBearer: boolean, key = this.#key): Promise<Answered> {
    const meta = {
      'ucp-agent': { profile: this.#agent.slice('profile="'.length, -1) },
      'idempotency-key': randomUUID(),
    };
    return request(this.#portal, key, 'POST', `/ucp/${VERSION}/mcp`, {
      body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: { meta, ...args } } },
      headers: { accept: 'application/json, text/event-stream', ...(isBearer && { authorization: `Bearer ${key}` }) },
      key: isBearer ? null : key,
    });
  }
}

async function done(args: readonly string[], env: Readonly<Record<string, string>>): Promise<string> {
  const { code, stdout, stderr } = await run(args, env);
  if (code !== 0) throw new Error(`portal ${args.join(' ')}: ${stderr}`);
  return stdout;
}
