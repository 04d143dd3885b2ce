import { generateKey } from '../../../src/calls/api-key.js';
import { replaceWrite } from '../../../src/ports.js';
import { systemIds } from '../../../src/system.js';
import {
  type Attester,
  anotherAgent,
  anotherOrganization,
  demoAttester,
  newSignerOf,
  registered,
} from '../../actors/attester.js';
import { newSigner, receiptFor, type Signer, type Submission } from '../../actors/signer.js';
import { startPortal, type TestPortal } from '../../support/portal.js';
import { stillClock } from '../../support/still-clock.js';
import { tableCounts } from '../../support/table-counts.js';
import { anotherKey } from '../../support/tenants.js';
import { type Answer, send } from './wire.js';

/** A minute in milliseconds. */
export const MINUTE = 60_000;

type Change = Readonly<Record<string, unknown>>;

/** API keys used by the rows. */
interface ApiKeys {
  readonly right: string;
  readonly unknown: string;
  readonly revoked: string;
  readonly expired: string;
  readonly unscoped: string;
}

/** An agent with its own signing key. */
interface Keyed {
  readonly agent_id: string;
  readonly signer: Signer;
}

/** Two organizations, agents with keys in every state, and methods to submit receipts. */
export class Stage {
  readonly portal: TestPortal;
  readonly clock: ReturnType<typeof stillClock>;
  readonly own: Attester;
  readonly other: Attester;
  readonly keys: ApiKeys;
  /** Agents of the first organization. */
  readonly a: Keyed;
  readonly b: Keyed;
  readonly revoked: Keyed;
  readonly retired: Keyed & { readonly at: number };
  /** Signing keys of the organization itself and of the other one. */
  readonly organization: Signer;
  readonly foreign: Signer;

  private constructor(parts: Omit<Stage, 'receipt' | 'signed' | 'submit' | 'call' | 'tables' | 'sizes' | 'now'>) {
    this.portal = parts.portal;
    this.clock = parts.clock;
    this.own = parts.own;
    this.other = parts.other;
    this.keys = parts.keys;
    this.a = parts.a;
    this.b = parts.b;
    this.revoked = parts.revoked;
    this.retired = parts.retired;
    this.organization = parts.organization;
    this.foreign = parts.foreign;
  }

  static async open(): Promise<Stage> {
    const clock = stillClock();
    const portal = await startPortal({ clock });
    const own = demoAttester(portal);
    const other = await anotherOrganization(portal);
    const keyed = async (): Promise<Keyed & { readonly id: string }> => {
      const agent_id = await anotherAgent(portal, own.organization_id);
      const signer = newSigner();
      return { agent_id, signer, id: await registered(own.by, signer, agent_id) };
    };
    const [a, b, revoked, retired] = [await keyed(), await keyed(), await keyed(), await keyed()];
    const organization = await newSignerOf(own);
    const foreign = await newSignerOf(other);
    const keys = await apiKeys(portal);
    clock.advance(30 * MINUTE);
    await own.by.ok('revoke_signing_key', { signing_key_id: revoked.id, reason: 'lost' });
    await own.by.ok('rotate_signing_key', { signing_key_id: retired.id, public_key: newSigner().public_key });
    const at = clock.now();
    clock.advance(30 * MINUTE);
    return new Stage({
      ...{ portal, clock, own, other, keys, a, b, revoked, organization, foreign },
      retired: { ...retired, at },
    });
  }

  get now(): number {
    return this.clock.now();
  }

  /** Returns a receipt of agent A, which is valid without `change`. */
  receipt(change: Change = {}): Change {
    return receiptFor({ agent_id: this.a.agent_id, consumer_id: this.own.consumer_id }, this.now, change);
  }

  /** Returns the body that submits a receipt of agent A, with the members of `change`, signed by `signer`. */
  signed(change: Change = {}, signer: Signer = this.a.signer): Submission {
    return signer.submission(this.receipt(change));
  }

  submit(body: string | Uint8Array, headers: readonly string[]): Promise<Answer> {
    return send(this.portal.url, '/api/receipts', headers, Buffer.from(body));
  }

  /** Calls a tool over MCP with this raw text as its arguments. */
  call(name: string, text: string | Uint8Array, key = this.keys.right): Promise<Answer> {
    const [before, after] = JSON.stringify({
      ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
      params: { name, arguments: '' },
    }).split('""');
    const body = Buffer.concat([Buffer.from(before ?? ''), Buffer.from(text), Buffer.from(after ?? '')]);
    const headers = [
      ...['Content-Type: application/json', 'Accept: application/json, text/event-stream'],
      ...[`x-api-key: ${key}`, 'MCP-Protocol-Version: 2025-06-18'],
    ];
    return send(this.portal.url, '/mcp', headers, body);
  }

  /** Returns row counts and summed versions of all tables, and a hash of all signing keys, receipts and log rows. */
  tables() {
    return tableCounts(this.portal.database);
  }

  /** Returns the number of the organization's receipts, and of the leaves in its log. */
  async sizes(organizationId = this.own.organization_id): Promise<readonly [receipts: number, leaves: number]> {
    const { store } = this.portal.app;
    const { entries } = await store.list('receipts', { organization_id: organizationId }, undefined, 100_000);
    return [entries.length, await store.read((rows) => rows.logHead(organizationId).size)];
  }
}

async function apiKeys(portal: TestPortal): Promise<ApiKeys> {
  const revoked = await anotherKey(portal, 'organization');
  await portal.app.store.update((rows) => {
    const row = rows.get('api_key', revoked.id);
    if (!row) throw new Error('the key is missing');
    return { writes: [replaceWrite('api_key', row, { ...row, revoked_at: 1 })], result: undefined };
  });
  return {
    right: portal.demo.organization_key,
    unknown: generateKey(systemIds, 'organization'),
    revoked: revoked.key,
    expired: (await anotherKey(portal, 'organization', { expires_at: 1 })).key,
    unscoped: (await anotherKey(portal, 'organization', { scopes: ['receipts:read', 'signing-keys'] })).key,
  };
}
