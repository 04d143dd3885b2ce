import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultParts, makePortalApp, type PortalApp } from '../app.js';
import type { Operation } from '../calls/define.js';
import { loadDemo } from '../cli/demo-shop.js';
import { readConfig } from '../config.js';
import { type Deployment, KEY_SCOPES, type KeyKind } from '../domain/tenant/tenant.js';
import { required } from '../domain/values/required.js';
import type { Example, Examples } from '../http/examples.js';
import { makeLog } from '../log.js';
import { IDEMPOTENCY_ARGUMENT } from '../mcp/tools.js';
import { buildNewKey } from '../operations/tenancy/key-writes.js';
import { type Clock, type Ids, insertWrite, type PaymentHandler } from '../ports.js';
import { keyPairOf } from '../receipts.js';
import { systemClock } from '../system.js';
import { type CallOperation, furnisher } from './furnish.js';
import { sampleAbandonedCart } from './sample-abandoned-cart.js';
import { sampleGrant } from './sample-grant.js';
import { withoutRandomValues } from './without-random-values.js';

const NOON = Date.UTC(2026, 10, 20, 12);
const PUBLIC_URL = 'http://127.0.0.1:3000';
const CLOCK: Clock = { now: () => NOON, sleep: systemClock.sleep };
/** Idempotency key of samples that must have one. */
const SAMPLE_KEY = '5f0c7b9e-3c1d-4e52-9a7e-0d6f1b2a8c34';
const FILES = ['portal.db', 'portal.db.log-key'];

/**
 * Makes each operation's sample call in the demo shop. Each recording uses a new copy of the same database, so that
 * examples are independent. Clock, ids and keys are fixed; other random values are replaced. `wanted` selects
 * operations.
 */
export async function recordExamples(operations: readonly Operation[], wanted = operations): Promise<Examples> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-examples-'));
  const recorder = new Recorder(operations, folder);
  try {
    const demo = await recorder.prepare();
    const examples: Record<string, Example> = {};
    for (const operation of wanted) {
      if (operation.http) examples[operation.name] = await recorder.record(operation, demo);
    }
    return examples;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** API keys of the demo, and the deployment of one of them. */
interface Demo {
  readonly keys: Readonly<Record<KeyKind, string>>;
  readonly deployment: Pick<Deployment, 'id' | 'organization_id' | 'shop_id'>;
}

/** A handler whose test of an account calls no provider. */
function withoutProvider(handler: PaymentHandler): PaymentHandler {
  if (!handler.testAccount) return handler;
  return { ...handler, testAccount: async () => ({ state: 'usable', account: 'Park Pottery (acct_1)', live: false }) };
}

class Recorder {
  private readonly operations: readonly Operation[];
  private readonly folder: string;

  constructor(operations: readonly Operation[], folder: string) {
    this.operations = operations;
    this.folder = folder;
  }

  /** Creates the database that every recording copies. */
  async prepare(): Promise<Demo> {
    const ids = countedIds('0');
    const app = await this.open(this.folder, ids);
    const demo = required(await loadDemo(app.store, ids, CLOCK, join(this.folder, 'portal.db')), 'the demo');
    const keys = {
      deployment: await fullKey(app, ids, 'deployment', demo),
      organization: await fullKey(app, ids, 'organization', demo),
    };
    await app.close();
    const { deployment_id: id, organization_id, shop_id } = demo;
    return { keys, deployment: { id, organization_id, shop_id } };
  }

  async record(operation: Operation, { keys, deployment }: Demo): Promise<Example> {
    const folder = join(this.folder, operation.name);
    mkdirSync(folder);
    for (const file of FILES) copyFileSync(join(this.folder, file), join(folder, file));
    const ids = countedIds('1');
    const app = await this.open(folder, ids);
    const newGrant = async () => {
      const key = sampleGrant(ids, NOON, deployment);
      await app.store.update(() => ({ writes: [insertWrite('api_key', key)], result: undefined }));
      return key.id;
    };
    const leaveCart = async () => {
      const cart = sampleAbandonedCart(ids, NOON, deployment, { item_id: 'enamel-mug', seen_price: 1600 });
      await app.store.update(() => ({ writes: [insertWrite('checkout', cart)], result: undefined }));
    };
    try {
      const as = { deployment: this.caller(app, keys.deployment), organization: this.caller(app, keys.organization) };
      const newKeyPair = countedKeyPairs();
      const players = { buyer: as.deployment, owner: as.organization, newKeyPair, newGrant, leaveCart, now: CLOCK.now };
      const thingsOf = furnisher(players);
      const listed = this.listedBy(operation);
      if (listed) await as[kindFor(listed)](listed.name, listed.sample(await thingsOf(listed)));
      const key = operation.needsKey && { [IDEMPOTENCY_ARGUMENT]: SAMPLE_KEY };
      const args = { ...operation.sample(await thingsOf(operation)), ...key };
      return withoutRandomValues({ args, answer: await as[kindFor(operation)](operation.name, args) });
    } finally {
      await app.close();
    }
  }

  /**
   * For an operation that lists objects, finds another operation whose sample call creates an entry of the list (POST),
   * or else uses an entry (GET or DELETE of one object). This call precedes the recording, so that the list is not empty.
   */
  private listedBy({ http }: Operation): Operation | undefined {
    if (http?.method !== 'get') return undefined;
    const at = (method: string, path: RegExp) =>
      this.operations.find((one) => one.http?.method === method && path.test(one.http.path));
    const path = http.path.replaceAll(/[{}]/g, '\\$&');
    const one = new RegExp(`^${path}/\\{\\w+\\}$`);
    return at('post', new RegExp(`^${path}$`)) ?? at('get', one) ?? at('delete', one);
  }

  private async open(folder: string, ids: Ids): Promise<PortalApp> {
    const env = { PORTAL_DB: join(folder, 'portal.db'), PORTAL_RATE_LIMIT: '0', PORTAL_LOG_NAME: 'portal.example' };
    const config = readConfig(env, {});
    const defaults = await defaultParts(config);
    const parts = {
      ...defaults,
      handlers: defaults.handlers.map(withoutProvider),
      clock: CLOCK,
      ids,
      operations: this.operations,
      poster: undefined,
      entersRows: false,
    };
    return makePortalApp(config, { publicUrl: () => PUBLIC_URL, create: true }, makeLog('error'), parts);
  }

  /** Returns a function that calls operations and returns the same bodies as over HTTP. */
  private caller({ invoke, authenticate }: PortalApp, key: string): CallOperation {
    return async (name, { [IDEMPOTENCY_ARGUMENT]: sent, ...args }) => {
      const found = this.operations.find((one) => one.name === name);
      const { answer } = await invoke(required(found, name), {
        authenticate: () => authenticate({ key, buyerId: undefined, address: undefined }),
        readInput: async () => args,
        idempotency: { name: IDEMPOTENCY_ARGUMENT, keys: typeof sent === 'string' ? [sent] : [] },
      });
      // As on the wire: without `undefined` members.
      return JSON.parse(JSON.stringify(answer.httpBody ?? answer.body));
    };
  }
}

/** Kind of key that can have the scope of an operation. */
function kindFor({ scope }: Pick<Operation, 'scope'>): KeyKind {
  return KEY_SCOPES.deployment.allowed.some((one) => one === scope) ? 'deployment' : 'organization';
}

/** Creates a demo key with every scope of its kind. */
async function fullKey(
  app: PortalApp,
  ids: Ids,
  kind: KeyKind,
  demo: { readonly organization_id: string; readonly deployment_id: string },
): Promise<string> {
  const { organization_id } = demo;
  const owner = { kind, organization_id, deployment_id: kind === 'deployment' ? demo.deployment_id : null };
  const request = { name: 'Example', scopes: KEY_SCOPES[kind].allowed };
  const { key, writes } = buildNewKey({ ids, now: NOON, actor: 'example' }, owner, request);
  await app.store.update(() => ({ writes, result: undefined }));
  return key;
}

/** Generates ascending version 7 UUIDs, in a separate sequence per `series`. */
function countedIds(series: '0' | '1'): Ids {
  let count = 0;
  const counted = (length: number) => {
    count += 1;
    return String(count).padStart(length, '0');
  };
  const uuid = () => `01934f3e-0000-7000-8${series}00-${counted(12)}`;
  return { next: (prefix) => `${prefix}_${uuid()}`, uuid, secret: (length) => `${series}${counted(length - 1)}` };
}

function countedKeyPairs() {
  let count = 0;
  return () => {
    count += 1;
    return keyPairOf(new Uint8Array(32).fill(count));
  };
}
